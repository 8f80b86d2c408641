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
    const parcel = dice.pick(this.#open)
    if (parcel && (this.#open.length >= openLimit || dice.chance(0.7)))
      return this.#planNext(person, parcel)
    const shipped = this.#shipments.filter(
      ({ stage, load }) => stage === 'shipped' && load.some(isReturnable),
    )
    const shipment = dice.pick(shipped)
    if (!shipment) return undefined
    const cell = pickCell(dice, shipment.wcode)
    const subjects = [shipment.number, 'returns']
    return { subjects, run: () => this.#request(person, shipment, cell) }
  }

  #planNext(person: Person, parcel: Return): Plan {
    const subjects = [parcel.number, parcel.shipment.number, 'returns', cellSubject(parcel.pile)]
    const run = () => {
      if (parcel.stage === 'requested') return this.#arrive(person, parcel)
      return parcel.stage === 'arrived'
        ? this.#inspect(person, parcel)
        : this.#decide(person, parcel)
    }
    return { subjects, run }
  }

  async #request(person: Person, shipment: Shipment, cell: string) {
    const { dice } = person
    const { number, wcode, load } = shipment
    const carried = dice.pick(load.filter(isReturnable))
    if (!carried) return
    const { owner, code, piece, isNamed } = itemById(getPile(carried.key).item)
    const serials = isNamed
      ? carried.serials
          .filter((serial) => this.#departures.get(serial)?.shipment === number)
          .slice(0, 1)
      : []
    if (isNamed && serials.length === 0) return
    const qty = isNamed
      ? piece
      : Math.min(carried.real - carried.returned, dice.between(1, 3) * piece)
    const pile = { ...getPile(carried.key), place: cell, unit: '', condition: 'INSPECT' }
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
    carried.returned += qty
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

  #scan(person: Person, name: string, parcel: Return, qty: number, extra: Row = {}) {
    const { pile, number, serials } = parcel
    const row = {
      RECEIPT_NO: number,
      CODE: itemById(pile.item).code,
      QTY: toQuantity(qty),
      LOT_NO: pile.lot || null,
      VALID_DT: pile.valid || null,
      SERIAL_NO: serials[0] ?? null,
      ...extra,
    }
    return this.#floor.save(person, pile.wcode as 'W01', `returns/${name}`, [row])
  }

  async #arrive(person: Person, parcel: Return) {
    const floor = this.#floor
    const { pile, qty, serials, number } = parcel
    if (floor.makesMistake(person, 'scanned more pieces of a return than there are')) {
      const more = await this.#scan(person, 'arrive', parcel, qty + itemById(pile.item).piece)
      if (more.isDone)
        floor.find('RETURN', `${number} takes more than was requested`, cellSubject(pile))
    }
    const response = await this.#scan(person, 'arrive', parcel, qty)
    if (!response.isDone) return this.#refuse(parcel, `arrival of ${number}: ${response.text}`)
    const { item } = pile
    const hands = floor.begin(
      person,
      `return ${number}: ${toQuantity(qty)} of ${item} into ${pile.place}`,
    )
    hands.carry(null, pileKey(pile), qty, serials)
    hands.book(null, pileKey(pile), qty, serials)
    for (const serial of serials) this.#departures.delete(serial)
    parcel.stage = 'arrived'
    parcel.arrivedAt = floor.steps
    if ((await this.#scan(person, 'arrive', parcel, qty)).isDone) {
      floor.find('RETURN', `${number} arrived twice`, cellSubject(pile))
    }
    return undefined
  }

  /**
   * Whether its pieces may have been passed together with others of their pile. Passing stock in
   * another cell matters only if stock of the lot was moved. Pieces with serials are never
   * confused.
   */
  #mayBePassed({ pile, serials, arrivedAt }: Return): boolean {
    if (serials.length > 0) return false
    const { inspectionsElsewhere: changes } = this.#floor
    return [pileKey(pile), stockSubject(pile)].some((key) => (changes.get(key) ?? -1) > arrivedAt)
  }

  #forget(parcel: Return): void {
    this.#open.splice(this.#open.indexOf(parcel), 1)
  }

  #refuse(parcel: Return, text: string): void {
    this.#forget(parcel)
    this.#floor.find('REFUSED', text, cellSubject(parcel.pile))
  }

  async #inspect(person: Person, parcel: Return) {
    const { dice } = person
    const GRADE_CD = dice.pick(['A', 'A', 'C', 'X']) ?? 'A'
    // The pieces have been passed, moved or lost since.
    const isGone = this.#floor.building.booked(pileKey(parcel.pile)) < parcel.qty
    if (isGone || !hasBooked(this.#floor, parcel.pile, parcel.serials)) return this.#forget(parcel)
    const response = await this.#scan(person, 'grade-scan', parcel, parcel.qty, { GRADE_CD })
    if (!response.isDone && this.#mayBePassed(parcel)) return this.#forget(parcel)
    if (!response.isDone)
      return this.#refuse(parcel, `inspection of ${parcel.number}: ${response.text}`)
    parcel.grade = GRADE_CD
    parcel.inspector = person.name
    if (GRADE_CD === 'X') parcel.stage = 'undecided'
    else this.#place(person, parcel, GRADE_CD === 'A' ? 'RESTOCK' : 'DAMAGED')
    if (GRADE_CD === 'X' || !this.#floor.makesMistake(person, 'graded a return wrong')) return
    const undone = await this.#scan(person, 'grade-scan', parcel, -parcel.qty, { GRADE_CD })
    if (!undone.isDone) return
    const from = { ...parcel.pile, condition: GRADE_CD === 'A' ? 'NORMAL' : 'DAMAGED' }
    this.#carry(person, parcel, from, parcel.pile, `${parcel.number} graded again`)
    this.#open.push(parcel)
  }

  async #decide(person: Person, parcel: Return) {
    const floor = this.#floor
    const { pile, number } = parcel
    const wcode = pile.wcode as 'W01'
    const [row] = await floor.query(person, wcode, 'returns/undecided', { RECEIPT_NO: number })
    if (!row || floor.building.booked(pileKey(pile)) < parcel.qty) return this.#forget(parcel)
    const { RECEIPT_NO = null, LINE_NO = null, LOT_ID = null, GRADE_CD = null } = row
    const DISPOSE_CD = person.dice.pick(['RESTOCK', 'DAMAGED', 'SCRAP'] as const) ?? 'SCRAP'
    const decision = { RECEIPT_NO, LINE_NO, LOT_ID, GRADE_CD, DISPOSE_CD }
    const other = floor.otherThan(person, parcel.inspector)
    const response = await floor.save(other, wcode, 'returns/decide', [decision])
    if (response.isDone) this.#place(other, parcel, DISPOSE_CD)
    else this.#refuse(parcel, `${DISPOSE_CD} of ${number}: ${response.text}`)
  }

  #place(person: Person, parcel: Return, way: keyof typeof decided): void {
    this.#forget(parcel)
    const condition = decided[way]
    const to = condition === null ? null : { ...parcel.pile, condition }
    this.#carry(person, parcel, parcel.pile, to, `${parcel.number} ${way}`)
  }

  #carry(person: Person, parcel: Return, from: Pile, to: Pile | null, text: string): void {
    const hands = this.#floor.begin(person, text)
    const target = to && pileKey(to)
    const { serials } = parcel
    const there = Math.min(parcel.qty, this.#floor.building.real(pileKey(from)))
    hands.carry(pileKey(from), target, there, serials.length > 0 ? serials : undefined)
    hands.book(pileKey(from), target, parcel.qty, serials)
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
