import { adaptation } from './adaptation.ts'
import { getLastAllocation } from './books.ts'
import { pileKey, getPile, type Pile } from './building.ts'
import { itemById, type Warehouse } from './catalogue.ts'
import {
  pickCell,
  pickWarehouse,
  getBalance,
  cellSubject,
  judgeNamed,
  serialsToName,
  toQuantity,
  getShelvedPiles,
  pickSome,
  stockSubject,
  takeSerials,
  today,
  toText,
  type Floor,
  type Person,
  type Plan,
} from './floor.ts'

interface Recall {
  readonly item: string
  readonly lot: string
  readonly lastAllocation: number
}

/** Number of steps after the end of a recall in which it can still explain rejected work. */
const roundSteps = 60

/** People who move, relabel, hold and adjust stock. */
export class Keepers {
  readonly #floor: Floor
  readonly recalls: Recall[] = []
  readonly #ended: (Recall & { readonly step: number })[] = []
  /** Lots to which pieces of a lot were relabelled, by item and lot. */
  readonly #relabelled = new Map<string, Set<string>>()

  constructor(floor: Floor) {
    this.#floor = floor
  }

  plan(person: Person): Plan | undefined {
    const { dice } = person
    const way = dice.below(20)
    if (way === 0) return this.#planRecall(person)
    const wcode = pickWarehouse(dice)
    const pile = dice.pick(getShelvedPiles(this.#floor, wcode))
    if (!pile) return undefined
    const subjects = [cellSubject(pile)]
    if (way < 10) return this.#planMove(person, pile)
    if (way < 13) return { subjects, run: () => this.#hold(person, pile) }
    if (way < 15 && pile.lot !== '' && pile.condition === 'NORMAL') {
      return { subjects, run: () => this.#relabel(person, pile) }
    }
    return this.#planAdjust(person, wcode)
  }

  #planMove(person: Person, pile: Pile): Plan {
    const { dice } = person
    const wcode = pile.wcode as Warehouse
    const cell = pickCell(dice, wcode)
    const isWrong =
      [pile.place, cell].every((place) => this.#floor.isWithoutCount(wcode, place)) &&
      this.#floor.makesMistake(person, 'moved into a wrong cell')
    const other = isWrong ? pickCell(dice, wcode) : cell
    const real = this.#floor.isWithoutCount(wcode, other) ? other : cell
    const subjects = [pile.place, cell, real].map((place) => cellSubject({ wcode, place }))
    return { subjects, run: () => this.#move(person, pile, cell, real) }
  }

  async #move(person: Person, pile: Pile, cell: string, real: string) {
    const floor = this.#floor
    const balance = await getBalance(floor, person, pile)
    const there = Math.min(floor.building.real(pileKey(pile)), balance?.free ?? 0)
    const isWhole = there === balance?.qty && person.dice.chance(0.5)
    const qty = isWhole ? there : pickSome(person.dice, pile, there)
    if (!balance || qty === 0 || cell === pile.place) return
    const unit = isWhole ? pile.unit : ''
    const serials = takeSerials(floor, pileKey(pile), qty)
    const response = await floor.save(person, pile.wcode as Warehouse, 'inventory/move', [
      {
        BALANCE_ID: balance.id,
        ...serialsToName(pile.item, serials),
        WORK_QTY: toQuantity(qty),
        TO_CELL_CD: cell,
        TO_PALLET_NO: unit || null,
      },
    ])
    if (!response.isDone) return judgeNamed(floor, pile, serials, response.text)
    if (pile.condition === adaptation.returned.condition)
      floor.inspectionsElsewhere.set(stockSubject(pile), floor.steps)
    const text = `${toQuantity(qty)} of ${pile.item} ${pile.lot} ${pile.unit}`
    const hands = floor.begin(person, `moved ${text} from ${pile.place} to ${real}, keyed ${cell}`)
    if (real !== cell) hands.mistake(`moved ${text} to ${real} instead of ${cell}`)
    hands.carry(pileKey(pile), pileKey({ ...pile, place: real, unit }), qty, serials)
    hands.book(
      pileKey(pile),
      pileKey({ ...pile, place: cell, unit }),
      qty,
      itemById(pile.item).isNamed ? serials : [],
    )
    return undefined
  }

  async #hold(person: Person, pile: Pile) {
    if (pile.condition === 'DAMAGED') return
    const floor = this.#floor
    const balance = await getBalance(floor, person, pile)
    const there = Math.min(floor.building.real(pileKey(pile)), balance?.free ?? 0)
    const { condition, pass } = adaptation.returned
    const isReturn = pile.condition === condition
    const isHeld = pile.condition === 'HELD' || isReturn
    const qty = isHeld ? there : pickSome(person.dice, pile, Math.ceil(there / 3))
    if (!balance || qty === 0) return
    const HOLD_CD = isReturn ? pass : isHeld ? 'RELEASE' : 'HOLD'
    const row = { BALANCE_ID: balance.id, WORK_QTY: toQuantity(qty), HOLD_CD, REASON: 'looked at' }
    const serials = takeSerials(floor, pileKey(pile), qty)
    const named = serialsToName(pile.item, serials)
    const rows = [{ ...row, ...named }]
    const response = await floor.save(person, pile.wcode as Warehouse, 'inventory/hold', rows)
    if (!response.isDone) return judgeNamed(floor, pile, serials, response.text)
    if (isReturn) floor.inspectionsElsewhere.set(pileKey(pile), floor.steps)
    const target = pileKey({ ...pile, condition: isHeld ? 'NORMAL' : 'HELD' })
    const hands = floor.begin(person, `${HOLD_CD} ${toQuantity(qty)} of ${pile.item} ${pile.lot}`)
    hands.carry(pileKey(pile), target, qty, serials)
    hands.book(pileKey(pile), target, qty, itemById(pile.item).isNamed ? serials : [])
    return undefined
  }

  /** Puts new labels on pieces whose lot was misread. */
  async #relabel(person: Person, pile: Pile) {
    const floor = this.#floor
    const balance = await getBalance(floor, person, pile)
    const there = Math.min(floor.building.real(pileKey(pile)), balance?.free ?? 0)
    const qty = pickSome(person.dice, pile, there)
    const [lot, valid] = person.dice.pick(itemById(pile.item).lots) ?? ['', '']
    if (!balance || qty === 0 || lot === pile.lot) return
    const response = await floor.save(person, pile.wcode as Warehouse, 'inventory/transfer-lot', [
      {
        BALANCE_ID: balance.id,
        WORK_QTY: toQuantity(qty),
        TO_LOT_NO: lot,
        TO_VALID_DT: valid,
        REASON: 'label misread',
      },
    ])
    if (!response.isDone) return
    const created = this.#relabelled.get(`${pile.item}|${pile.lot}`) ?? new Set()
    this.#relabelled.set(`${pile.item}|${pile.lot}`, created.add(lot))
    const target = pileKey({ ...pile, lot, valid })
    const hands = floor.begin(person, `relabelled ${toQuantity(qty)} of ${pile.item} to ${lot}`)
    hands.carry(pileKey(pile), target, qty)
    hands.book(pileKey(pile), target, qty)
  }

  /** Plans an adjustment to the actual quantity where a keeper notices that the list is wrong. */
  #planAdjust(person: Person, wcode: Warehouse): Plan | undefined {
    const wrong = this.#floor.building.deviations().filter(({ key, qty }) => {
      const [where = '', place = ''] = key.split('|')
      return (
        where === wcode &&
        /^[A-Z]/.test(place) &&
        qty !== 0 &&
        this.#floor.isWithoutCount(where, place)
      )
    })
    const deviation = person.dice.pick(wrong)
    if (!deviation) return undefined
    const pile = getPile(deviation.key)
    return { subjects: [cellSubject(pile)], run: () => this.#adjust(person, pile) }
  }

  async #adjust(person: Person, pile: Pile) {
    const floor = this.#floor
    const wcode = pile.wcode as Warehouse
    const balance = await getBalance(floor, person, pile)
    const by = floor.building.deviation(pileKey(pile))
    if (!balance || by === 0 || balance.free + by < 0) return
    const serials = this.#wrongSerials(pile, by)
    if (!serials) return
    const named = serialsToName(pile.item, serials)
    const row = { BALANCE_ID: balance.id, ADJUST_QTY: toQuantity(by), REASON: 'seen in the cell' }
    const rows = [{ ...row, ...named }]
    const response = await floor.save(person, wcode, 'inventory/adjust', rows)
    if (!response.isDone) return
    if (response.rows[0]?.['STATE_CD'] === '10') {
      const other = floor.otherThan(person)
      const search = { BALANCE_ID: balance.id, STATE_CD: '10' }
      const [request] = await floor.query(other, wcode, 'inventory/adjust-requests', search)
      const named = [{ REQUEST_NO: request?.['REQUEST_NO'] ?? null }]
      const approved = await floor.save(other, wcode, 'inventory/approve-adjust', named)
      if (!approved.isDone) return
    }
    const hands = floor.begin(person, `adjusted ${pile.item} ${pile.lot} by ${toQuantity(by)}`)
    hands.book(by < 0 ? pileKey(pile) : null, by < 0 ? null : pileKey(pile), Math.abs(by), serials)
    floor.shortReports.delete(pileKey(pile))
  }

  /** Serial numbers to add or remove. Undefined if the books have some of them elsewhere. */
  #wrongSerials({ item, ...pile }: Pile, by: number): readonly string[] | undefined {
    if (!itemById(item).isNamed) return []
    const { building } = this.#floor
    const key = pileKey({ ...pile, item })
    const [real, booked] = [building.serials(key), building.bookedSerials(key)]
    const places = building.bookedPlaces()
    const wrong =
      by < 0
        ? booked.filter((serial) => !real.includes(serial))
        : real.filter((serial) => !places.has(serial))
    const qty = Math.abs(by) / 1000
    return wrong.length < qty ? undefined : wrong.slice(0, qty)
  }

  #planRecall(person: Person): Plan | undefined {
    const openRecall = this.recalls[0]
    if (openRecall) return { subjects: ['recall'], run: () => this.#endRecall(person, openRecall) }
    const pile = person.dice.pick(
      getShelvedPiles(this.#floor, 'W01').filter(({ lot }) => lot !== ''),
    )
    if (!pile) return undefined
    return { subjects: ['recall'], run: () => this.#recall(person, pile) }
  }

  async #recall(person: Person, { item, lot }: Pile) {
    const { owner, code } = itemById(item)
    const rule = { OWNER_CD: owner, STOCK_CD: code, LOT_NO: lot, FROM_DT: today() }
    const rows = [{ BATCH_FLAG: 'I', REASON: 'recall', ...rule }]
    const response = await this.#floor.save(person, 'W01', 'inventory/save-lot-hold-rules', rows)
    if (!response.isDone) return
    const lastAllocation = await getLastAllocation(this.#floor)
    this.recalls.push({ item, lot, lastAllocation })
  }

  async #endRecall(person: Person, recall: Recall) {
    if (person.dice.chance(0.7)) return
    const { owner, code } = itemById(recall.item)
    const search = { OWNER_CD: owner, STOCK_CD: code, LOT_NO: recall.lot }
    const rows = await this.#floor.query(person, 'W01', 'inventory/lot-hold-rules', search)
    const named = rows.filter((row) => toText(row['LOT_NO']) === recall.lot)
    const gone = named.map((row) => ({ ...row, BATCH_FLAG: 'D' }))
    const response = await this.#floor.save(person, 'W01', 'inventory/save-lot-hold-rules', gone)
    if (!response.isDone) return
    this.recalls.splice(this.recalls.indexOf(recall), 1)
    this.#ended.push({ ...recall, step: this.#floor.steps })
  }

  /**
   * Whether a recall may have stopped the pile. A recall covers its lot and every lot that its
   * pieces were relabelled to.
   */
  mayBeStopped({ item, lot }: Pile): boolean {
    const late = this.#ended.filter(({ step }) => step > this.#floor.steps - roundSteps)
    return [...this.recalls, ...late].some(
      (recall) => recall.item === item && this.#lotsOf(recall).has(lot),
    )
  }

  #lotsOf({ item, lot }: Recall): Set<string> {
    const lots = new Set([lot])
    for (const each of lots) {
      for (const created of this.#relabelled.get(`${item}|${each}`) ?? []) lots.add(created)
    }
    return lots
  }
}
