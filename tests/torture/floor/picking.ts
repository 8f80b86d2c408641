import { getLastAllocation } from './books.ts'
import { pileKey, type PersonAction, type Pile } from './building.ts'
import { itemById } from './catalogue.ts'
import {
  cellSubject,
  hasBooked,
  judgeNamed,
  serialsToName,
  toQuantity,
  stagedPile,
  type Floor,
  type Person,
  type Plan,
} from './floor.ts'
import {
  loadList,
  refreshStage,
  pickMistakenPile,
  type PickRow,
  type Shipment,
} from './shipments.ts'
import type { Keepers } from './keepers.ts'

/** Mistakes of a picker with one row of the list. */
interface PickMistake {
  readonly row: PickRow
  readonly kind: 'takes from a wrong place' | 'miscounts' | 'walks off'
  readonly from?: Pile
}

interface Picked {
  readonly row: PickRow
  /** Pieces in hand for this row, by the pile they came from. */
  readonly from: Pile
  readonly real: number
  readonly keyed: number
  readonly serials: readonly string[]
}

const lookAlikeItems = new Set(['FL-LEFT', 'FL-RIGHT'])

export class Pickers {
  readonly #floor: Floor
  readonly #keepers: Keepers

  constructor(floor: Floor, keepers: Keepers) {
    this.#floor = floor
    this.#keepers = keepers
  }

  plan(person: Person, shipment: Shipment): Plan | undefined {
    const { list, number } = shipment
    if (list.length === 0) return { subjects: [number], run: () => this.#reload(person, shipment) }
    const slip = this.#planMistake(person, shipment)
    const piles = [...list.map(({ pile }) => pile), ...(slip?.from ? [slip.from] : [])]
    return {
      subjects: [number, ...piles.map(cellSubject)],
      run: () => this.#pick(person, shipment, slip),
    }
  }

  async #reload(person: Person, shipment: Shipment) {
    await refreshStage(this.#floor, shipment)
    if (shipment.stage === 'listed') await loadList(this.#floor, person, shipment)
  }

  #planMistake(person: Person, { list, wcode }: Shipment): PickMistake | undefined {
    const row = person.dice.pick(list)
    if (!row || row.taken > 0 || !this.#floor.isWithoutCount(wcode, row.pile.place))
      return undefined
    const isLookAlike = lookAlikeItems.has(itemById(row.pile.item).code) && person.dice.chance(0.15)
    if (isLookAlike || this.#floor.makesMistake(person, 'picked from a wrong place')) {
      const from = pickMistakenPile(this.#floor, person, row)
      return from && { row, from, kind: 'takes from a wrong place' }
    }
    if (itemById(row.pile.item).hasSerials) return undefined
    if (this.#floor.makesMistake(person, 'miscounted a pick')) return { row, kind: 'miscounts' }
    return this.#floor.makesMistake(person, 'walked off in a pick')
      ? { row, kind: 'walks off' }
      : undefined
  }

  async #pick(person: Person, shipment: Shipment, slip: PickMistake | undefined) {
    const floor = this.#floor
    const { number, wcode } = shipment
    const hands = floor.begin(person, `picks for ${number}`)
    if (slip?.kind === 'walks off') return this.#finishWalk(hands, shipment, slip.row)
    // Some pickers key a long list in two parts.
    const isPart = shipment.list.length > 1 && person.dice.chance(0.2)
    const rows = isPart ? shipment.list.slice(0, 1) : shipment.list
    const picked = rows.map((row) =>
      this.#take(hands, shipment, row, slip?.row === row ? slip : undefined, person),
    )
    const response = await floor.save(
      person,
      wcode,
      'outbound/pick',
      picked.map(({ row, keyed, serials }) => ({
        ALLOC_ID: row.allocation,
        PICKED_QTY: toQuantity(keyed),
        ...serialsToName(row.pile.item, serials),
        ...(keyed < row.qty ? { REASON: 'not there' } : {}),
      })),
    )
    if (!response.isDone) {
      const isRight = picked.every(({ row, serials }) => hasBooked(floor, row.pile, serials))
      for (const { row, from, real, serials } of picked) {
        if (from === row.pile && isRight) judgeNamed(floor, from, serials, response.text)
        hands.carry(pileKey(stagedPile(from, number)), pileKey(from), real, serials)
        hands.carry(pileKey(stagedPile(row.pile, number)), pileKey(row.pile), row.taken)
        row.taken = 0
      }
      shipment.list = []
      return refreshStage(floor, shipment)
    }
    for (const { row, keyed, serials } of picked) {
      const named = itemById(row.pile.item).isNamed ? serials : []
      hands.book(pileKey(row.pile), pileKey(stagedPile(row.pile, number)), keyed, named)
      if (keyed > 0) {
        const pick = shipment.picks.find(({ allocation }) => allocation === row.allocation)
        if (pick) {
          pick.qty += keyed
          pick.serials.push(...serials)
        } else {
          const { allocation, pile } = row
          shipment.picks.push({ allocation, pile, qty: keyed, serials: [...serials] })
        }
      }
    }
    await this.#reportShort(person, shipment, picked)
    shipment.list = shipment.list.filter((row) => !rows.includes(row))
    return refreshStage(floor, shipment)
  }

  /**
   * Leaves the picker's work unfinished: some pieces are in the staging area, and nothing is keyed.
   */
  #finishWalk(hands: PersonAction, { number }: Shipment, row: PickRow): void {
    const { piece } = itemById(row.pile.item)
    const qty = Math.min(row.qty, this.#floor.building.real(pileKey(row.pile)), piece)
    hands.mistake(`walked off in the middle of picking ${number}`)
    hands.carry(pileKey(row.pile), pileKey(stagedPile(row.pile, number)), qty)
    row.taken += qty
  }

  #take(
    hands: PersonAction,
    shipment: Shipment,
    row: PickRow,
    slip: PickMistake | undefined,
    person: Person,
  ): Picked {
    const { building } = this.#floor
    const there = building.real(pileKey(row.pile))
    const wanted = row.qty - row.taken
    this.#judgeWalk(row, there)
    if (slip?.from) {
      const found = building.real(pileKey(slip.from))
      if (found >= wanted) {
        hands.mistake(
          `picked ${slip.from.item} from ${slip.from.place} for ${row.pile.item} of ${row.pile.place}`,
        )
        const target = stagedPile(slip.from, shipment.number)
        const serials = hands.carry(pileKey(slip.from), pileKey(target), wanted)
        shipment.origins.set(pileKey(target), slip.from)
        return { row, from: slip.from, real: wanted, keyed: row.qty, serials }
      }
    }
    let real = Math.min(wanted, there)
    const keyed = row.taken + real
    const { piece } = itemById(row.pile.item)
    if (slip?.kind === 'miscounts' && real > piece) {
      const isMore = person.dice.chance(0.5) && there >= real + piece
      real += isMore ? piece : -piece
      hands.mistake(`miscounted ${row.pile.item} when picking ${shipment.number}`)
    }
    const serials = hands.carry(
      pileKey(row.pile),
      pileKey(stagedPile(row.pile, shipment.number)),
      real,
    )
    return { row, from: row.pile, real, keyed, serials }
  }

  /**
   * Reports a finding if the picker was sent for pieces that the books knew to be missing or held.
   */
  #judgeWalk({ pile, qty, allocation, taken }: PickRow, there: number): void {
    const floor = this.#floor
    const key = pileKey(pile)
    const report = floor.shortReports.get(key)
    const isKnown =
      report &&
      allocation > report.lastAllocation &&
      report.deviation <= floor.building.deviation(key)
    if (isKnown && there + taken < qty) {
      const text = `allocation ${allocation} wants ${toQuantity(qty)} of ${key}, where ${toQuantity(there)} lie; reported at step ${report.step}`
      floor.find('MISSING_AGAIN', text, key)
    }
    const recall = this.#keepers.recalls.find(
      ({ item, lot }) => item === pile.item && lot === pile.lot,
    )
    if (recall && allocation > recall.lastAllocation) {
      floor.find('RECALL', `allocation ${allocation} of ${key} after the rule`, key)
    }
  }

  async #reportShort(person: Person, { number }: Shipment, picked: readonly Picked[]) {
    const floor = this.#floor
    const short = picked.filter(({ row, keyed }) => keyed < row.qty)
    if (short.length === 0) return
    const lastAllocation = await getLastAllocation(floor)
    for (const { row, keyed } of short) {
      const key = pileKey(row.pile)
      const missing = toQuantity(row.qty - keyed)
      floor.begin(person, `reported ${missing} missing for ${number} in ${key}`).touch(key)
      const deviation = floor.building.deviation(key)
      floor.shortReports.set(key, { step: floor.steps, lastAllocation, deviation })
    }
  }
}
