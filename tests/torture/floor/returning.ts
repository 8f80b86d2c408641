import { toRows } from '#tests/support/floor.ts'
import { pileKey, getPile, type Pile } from './building.ts'
import { itemById } from './catalogue.ts'
import {
  pickCell,
  cellSubject,
  hasBooked,
  toQuantity,
  stockSubject,
  toText,
  today,
  type Floor,
  type Person,
  type Plan,
  type Row,
} from './floor.ts'
import type { Departures } from './receiving.ts'
import type { Load, Shipment } from './shipments.ts'

interface Return {
  readonly number: string
  readonly pile: Pile
  readonly qty: number
  readonly serials: readonly string[]
  readonly shipment: Shipment
  stage: 'requested' | 'arrived' | 'undecided'
  arrivedAt: number
  grade: string
  inspector: string
}

const openLimit = 4
const decided = { RESTOCK: 'NORMAL', DAMAGED: 'DAMAGED', SCRAP: null } as const

/** People who request, receive, inspect and dispose of pieces that customers send back. */
export class Returners {
  readonly #floor: Floor
  readonly #shipments: readonly Shipment[]
  readonly #departures: Departures
  readonly #open: Return[] = []

  constructor(floor: Floor, shipments: readonly Shipment[], departures: Departures) {
    this.#floor = floor
    this.#shipments = shipments
    this.#departures = departures
  }

  plan(person: Person): Plan | undefined {
    const { dice } = person
    const one = dice.pick(this.#open)
    if (one && (this.#open.length >= openLimit || dice.chance(0.7)))
      return this.#planNext(person, one)
    const shipped = this.#shipments.filter(
      ({ stage, load }) => stage === 'shipped' && load.some(isReturnable),
    )
    const shipment = dice.pick(shipped)
    if (!shipment) return undefined
    const cell = pickCell(dice, shipment.wcode)
    const subjects = [shipment.number, 'returns']
    return { subjects, run: () => this.#request(person, shipment, cell) }
  }

  #planNext(person: Person, one: Return): Plan {
    const subjects = [one.number, one.shipment.number, 'returns', cellSubject(one.pile)]
    const run = () => {
      if (one.stage === 'requested') return this.#arrive(person, one)
      return one.stage === 'arrived' ? this.#inspect(person, one) : this.#decide(person, one)
    }
    return { subjects, run }
  }

  async #request(person: Person, shipment: Shipment, cell: string) {
    const { dice } = person
    const { number, wcode, load } = shipment
    const one = dice.pick(load.filter(isReturnable))
    if (!one) return
    const { owner, code, piece, isNamed } = itemById(getPile(one.key).item)
    const serials = isNamed
      ? one.serials
          .filter((serial) => this.#departures.get(serial)?.shipment === number)
          .slice(0, 1)
      : []
    if (isNamed && serials.length === 0) return
    const qty = isNamed ? piece : Math.min(one.real - one.returned, dice.between(1, 3) * piece)
    const pile = { ...getPile(one.key), place: cell, unit: '', condition: 'INSPECT' }
    const head = {
      OWNER_CD: owner,
      RECEIPT_DT: today(),
      RETURN_KIND_CD: 'RETURN',
      SHIPMENT_NO: number,
    }
    const line = {
      STOCK_CD: code,
      ORDER_QTY: toQuantity(qty),
      CELL_CD: cell,
      SERIAL_NO: serials[0] ?? null,
    }
    const response = await this.#floor.save(
      person,
      wcode,
      'returns/save-returns',
      toRows(head, [line]),
    )
    // Other returns of the shipment may have been registered for the same pieces.
    if (!response.isDone) return
    const receipt = toText(response.rows[0]?.['RECEIPT_NO'])
    shipment.hasReturn = true
    one.returned += qty
    this.#open.push({
      number: receipt,
      pile,
      qty,
      serials,
      shipment,
      stage: 'requested',
      arrivedAt: 0,
      grade: '',
      inspector: '',
    })
  }

  #scan(person: Person, name: string, one: Return, qty: number, more: Row = {}) {
    const { pile, number, serials } = one
    const row = {
      RECEIPT_NO: number,
      CODE: itemById(pile.item).code,
      QTY: toQuantity(qty),
      LOT_NO: pile.lot || null,
      VALID_DT: pile.valid || null,
      SERIAL_NO: serials[0] ?? null,
      ...more,
    }
    return this.#floor.save(person, pile.wcode as 'W01', `returns/${name}`, [row])
  }

  async #arrive(person: Person, one: Return) {
    const floor = this.#floor
    const { pile, qty, serials, number } = one
    if (floor.makesMistake(person, 'scanned more pieces of a return than there are')) {
      const more = await this.#scan(person, 'arrive', one, qty + itemById(pile.item).piece)
      if (more.isDone)
        floor.find('RETURN', `${number} takes more than was requested`, cellSubject(pile))
    }
    const response = await this.#scan(person, 'arrive', one, qty)
    if (!response.isDone) return this.#refuse(one, `arrival of ${number}: ${response.text}`)
    const { item } = pile
    const hands = floor.begin(
      person,
      `return ${number}: ${toQuantity(qty)} of ${item} into ${pile.place}`,
    )
    hands.carry(null, pileKey(pile), qty, serials)
    hands.book(null, pileKey(pile), qty, serials)
    for (const serial of serials) this.#departures.delete(serial)
    one.stage = 'arrived'
    one.arrivedAt = floor.steps
    if ((await this.#scan(person, 'arrive', one, qty)).isDone) {
      floor.find('RETURN', `${number} arrived twice`, cellSubject(pile))
    }
    return undefined
  }

  /**
   * Whether its pieces may have been passed together with others of their pile. Passing stock in
   * another cell matters only if stock of the lot was moved. Pieces with serials are never confused.
   */
  #mayBePassed({ pile, serials, arrivedAt }: Return): boolean {
    if (serials.length > 0) return false
    const { inspectionsElsewhere: changes } = this.#floor
    return [pileKey(pile), stockSubject(pile)].some((key) => (changes.get(key) ?? -1) > arrivedAt)
  }

  #forget(one: Return): void {
    this.#open.splice(this.#open.indexOf(one), 1)
  }

  #refuse(one: Return, text: string): void {
    this.#forget(one)
    this.#floor.find('REFUSED', text, cellSubject(one.pile))
  }

  async #inspect(person: Person, one: Return) {
    const { dice } = person
    const GRADE_CD = dice.pick(['A', 'A', 'C', 'X']) ?? 'A'
    // The pieces have been passed, moved or lost since.
    const isGone = this.#floor.building.booked(pileKey(one.pile)) < one.qty
    if (isGone || !hasBooked(this.#floor, one.pile, one.serials)) return this.#forget(one)
    const response = await this.#scan(person, 'grade-scan', one, one.qty, { GRADE_CD })
    if (!response.isDone && this.#mayBePassed(one)) return this.#forget(one)
    if (!response.isDone) return this.#refuse(one, `inspection of ${one.number}: ${response.text}`)
    one.grade = GRADE_CD
    one.inspector = person.name
    if (GRADE_CD === 'X') one.stage = 'undecided'
    else this.#place(person, one, GRADE_CD === 'A' ? 'RESTOCK' : 'DAMAGED')
    if (GRADE_CD === 'X' || !this.#floor.makesMistake(person, 'graded a return wrong')) return
    const undone = await this.#scan(person, 'grade-scan', one, -one.qty, { GRADE_CD })
    if (!undone.isDone) return
    const from = { ...one.pile, condition: GRADE_CD === 'A' ? 'NORMAL' : 'DAMAGED' }
    this.#carry(person, one, from, one.pile, `${one.number} graded again`)
    this.#open.push(one)
  }

  async #decide(person: Person, one: Return) {
    const floor = this.#floor
    const { pile, number } = one
    const wcode = pile.wcode as 'W01'
    const [row] = await floor.query(person, wcode, 'returns/undecided', { RECEIPT_NO: number })
    if (!row || floor.building.booked(pileKey(pile)) < one.qty) return this.#forget(one)
    const { RECEIPT_NO = null, LINE_NO = null, LOT_ID = null, GRADE_CD = null } = row
    const DISPOSE_CD = person.dice.pick(['RESTOCK', 'DAMAGED', 'SCRAP'] as const) ?? 'SCRAP'
    const decision = { RECEIPT_NO, LINE_NO, LOT_ID, GRADE_CD, DISPOSE_CD }
    const other = floor.otherThan(person, one.inspector)
    const response = await floor.save(other, wcode, 'returns/decide', [decision])
    if (response.isDone) this.#place(other, one, DISPOSE_CD)
    else this.#refuse(one, `${DISPOSE_CD} of ${number}: ${response.text}`)
  }

  #place(person: Person, one: Return, way: keyof typeof decided): void {
    this.#forget(one)
    const condition = decided[way]
    const to = condition === null ? null : { ...one.pile, condition }
    this.#carry(person, one, one.pile, to, `${one.number} ${way}`)
  }

  #carry(person: Person, one: Return, from: Pile, to: Pile | null, text: string): void {
    const hands = this.#floor.begin(person, text)
    const target = to && pileKey(to)
    const { serials } = one
    const there = Math.min(one.qty, this.#floor.building.real(pileKey(from)))
    hands.carry(pileKey(from), target, there, serials.length > 0 ? serials : undefined)
    hands.book(pileKey(from), target, one.qty, serials)
  }
}

/**
 * Whether pieces of the load can still return. Serial numbers that are recorded at shipping return
 * through the receiving dock.
 */
function isReturnable({ key, real, booked, returned }: Load): boolean {
  const { hasSerials, isNamed } = itemById(getPile(key).item)
  return real > returned && real === booked && (isNamed || !hasSerials)
}
