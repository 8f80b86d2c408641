import { toRows } from '#tests/support/floor.ts'
import { adaptation } from './adaptation.ts'
import { pileKey, type Pile } from './building.ts'
import { catalogue, dock, itemId, type Item, type Warehouse } from './catalogue.ts'
import {
  pickCell,
  pickWarehouse,
  cellSubject,
  serialsToName,
  pileFor,
  toQuantity,
  toText,
  today,
  type Floor,
  type Person,
  type Plan,
  type Row,
} from './floor.ts'

interface Receipt {
  readonly number: string
  readonly pile: Pile
  readonly qty: number
}

/** Shipped serial numbers with their shipment. */
export type Departures = Map<string, { readonly item: string; readonly shipment: string }>

const fullPieces = 120

/** Item whose serial numbers are matched at shipping. */
const tiedItem = catalogue.find(({ hasSerials, isNamed }) => hasSerials && !isNamed)

/** People at the receiving dock. */
export class Receivers {
  readonly #floor: Floor
  readonly #departures: Departures
  readonly #receipts: Receipt[] = []
  readonly returned = new Set<string>()

  constructor(floor: Floor, departures: Departures) {
    this.#floor = floor
    this.#departures = departures
  }

  plan(person: Person): Plan | undefined {
    const { dice } = person
    if (this.#receipts.length > 3 && dice.chance(0.08)) return this.#planCancel(person)
    const isReturn = this.#hasLeft() && dice.chance(0.15)
    const item = isReturn ? tiedItem : dice.pick(catalogue)
    if (!item) return undefined
    const wcode = isReturn ? 'W01' : pickWarehouse(dice)
    if (!isReturn && this.#pieces(wcode, item) > fullPieces) return undefined
    const isDocked = wcode === 'W01' && !isReturn && dice.chance(0.2)
    const cell = isDocked ? dock : pickCell(dice, wcode)
    const wrongCell = this.#floor.makesMistake(person, 'put into a wrong cell')
      ? pickCell(dice, wcode)
      : cell
    const isQuiet = [cell, wrongCell].every((candidate) =>
      this.#floor.isWithoutCount(wcode, candidate),
    )
    const real = isQuiet ? wrongCell : cell
    const [lot, valid] = dice.pick(item.lots) ?? ['', '']
    const unit = dice.chance(0.3) ? `PLT${this.#floor.nextNumber()}` : ''
    const condition = isReturn ? adaptation.returned.condition : 'NORMAL'
    const pile = pileFor(wcode, cell, item, { lot, valid, unit, condition })
    const subjects = [cell, real].map((place) => cellSubject({ wcode, place }))
    return {
      subjects: isReturn ? [...subjects, 'returns'] : subjects,
      run: () => this.#receive(person, item, pile, real, isReturn),
    }
  }

  #hasLeft(): boolean {
    return this.#leftOf().length > 0
  }

  #leftOf() {
    const id = tiedItem ? itemId(tiedItem) : ''
    return [...this.#departures.values()].filter(({ item }) => item === id)
  }

  #pieces(wcode: Warehouse, item: Item): number {
    const id = itemId(item)
    return this.#floor.building
      .piles(wcode)
      .filter((pile) => pile.item === id)
      .reduce((sum, pile) => sum + this.#floor.building.real(pileKey(pile)) / item.piece, 0)
  }

  /** New serial numbers, or those of pieces that a customer returns. */
  #serialsFor(item: Item, pieces: number, shipment: string | undefined): string[] {
    if (!item.hasSerials) return []
    if (shipment === undefined)
      return Array.from({ length: pieces }, () => `SN${this.#floor.nextNumber()}`)
    const remaining = [...this.#departures].filter(
      ([, each]) => each.shipment === shipment && each.item === itemId(item),
    )
    const back = remaining.slice(0, Math.min(pieces, 3)).map(([serial]) => serial)
    for (const serial of back) {
      this.#departures.delete(serial)
      this.returned.add(serial)
    }
    return back
  }

  async #receive(person: Person, item: Item, pile: Pile, cell: string, isReturn: boolean) {
    const floor = this.#floor
    const { dice } = person
    const wcode = pile.wcode as Warehouse
    const [first] = this.#leftOf()
    const shipment = first?.shipment ?? ''
    const serials = this.#serialsFor(item, dice.between(4, 20), isReturn ? shipment : undefined)
    if (item.hasSerials && serials.length === 0) return
    const pieces = item.hasSerials ? serials.length : dice.between(6, 30)
    const keyed = pieces * item.piece
    const isMiscounted =
      !item.hasSerials &&
      floor.isWithoutCount(wcode, cell) &&
      floor.makesMistake(person, 'miscounted a receipt')
    const real = isMiscounted ? keyed + (dice.chance(0.5) ? item.piece : -item.piece) : keyed
    const damaged = pile.unit === '' && !item.hasSerials && dice.chance(0.1) ? item.piece : 0
    const head = { OWNER_CD: item.owner, RECEIPT_DT: today() }
    const isExpected = item.isNamed && dice.chance(0.5)
    const expected = isExpected ? serialsToName(pile.item, serials) : {}
    const line: Row = { STOCK_CD: item.code, ORDER_QTY: toQuantity(keyed + damaged), ...expected }
    const created = await floor.save(
      person,
      wcode,
      'inbound/save-receipts',
      toRows(isReturn ? { ...head, ...adaptation.returnHead(shipment) } : head, [line]),
    )
    const number = String(created.rows[0]?.['RECEIPT_NO'] ?? '')
    const row: Row = {
      RECEIPT_NO: number,
      LINE_NO: 1,
      CELL_CD: pile.place,
      NOW_QTY: toQuantity(keyed),
      LOT_NO: pile.lot || null,
      VALID_DT: pile.valid || null,
      PALLET_NO: pile.unit || null,
      ...serialsToName(pile.item, serials),
      ...(damaged > 0 ? { DAMAGED_NOW_QTY: toQuantity(damaged) } : {}),
    }
    await this.#tryWrongSerial(person, pile, row)
    const isScanned = !isExpected || dice.chance(0.5)
    const saved = isScanned ? row : { ...row, SERIALS: null }
    const response = await floor.save(person, wcode, 'inbound/receive', [saved])
    const kind = isReturn ? 'return' : 'receipt'
    const text = `${kind} ${number}: ${toQuantity(keyed)} of ${pile.item} ${pile.lot} ${pile.unit}`
    if (!response.isDone) {
      for (const serial of isReturn ? serials : []) this.returned.delete(serial)
      floor.find('REFUSED', `${text} into ${pile.place}: ${response.text}`, cellSubject(pile))
      return
    }
    const hands = floor.begin(person, `${text} put into ${cell}, keyed ${pile.place}`)
    if (isMiscounted) hands.mistake(`miscounted ${text}`)
    if (cell !== pile.place) hands.mistake(`put ${text} into ${cell} instead of ${pile.place}`)
    hands.carry(null, pileKey({ ...pile, place: cell }), real, serials)
    hands.book(null, pileKey(pile), keyed, item.isNamed ? serials : [])
    const broken = { ...pile, condition: 'DAMAGED' }
    hands.carry(null, pileKey({ ...broken, place: cell }), damaged)
    hands.book(null, pileKey(broken), damaged)
    const isPlain = real === keyed && cell === pile.place && damaged === 0 && !item.hasSerials
    if (isPlain) this.#receipts.push({ number, pile, qty: keyed })
    if (this.#receipts.length > 12) this.#receipts.shift()
  }

  /** Enters the serial number of a different piece, which the product must reject. */
  async #tryWrongSerial(person: Person, pile: Pile, row: Row) {
    const floor = this.#floor
    const { SERIALS } = row
    const other = person.dice.pick([...floor.building.bookedPlaces().keys()])
    if (SERIALS === undefined || other === undefined) return
    if (!floor.makesMistake(person, 'read a serial number off another piece')) return
    const names = [other, ...toText(SERIALS).split(' ').slice(1)].join(' ')
    const rows = [{ ...row, SERIALS: names }]
    const response = await floor.save(person, pile.wcode as Warehouse, 'inbound/receive', rows)
    if (response.isDone) floor.find('SERIAL', `${other} was received again`, cellSubject(pile))
  }

  #planCancel(person: Person): Plan | undefined {
    const receipt = person.dice.pick(this.#receipts)
    if (!receipt) return undefined
    if (this.#floor.building.real(pileKey(receipt.pile)) < receipt.qty) return undefined
    const subjects = [cellSubject(receipt.pile), receipt.number]
    return { subjects, run: () => this.#cancel(person, receipt) }
  }

  /**
   * Sends received pieces back to the supplier. The product rejects this if they were moved or
   * allocated since.
   */
  async #cancel(person: Person, receipt: Receipt) {
    const { number, pile, qty } = receipt
    const floor = this.#floor
    const wcode = pile.wcode as Warehouse
    this.#receipts.splice(this.#receipts.indexOf(receipt), 1)
    const search = { RECEIPT_NO: number }
    const [row] = await floor.query(person, wcode, 'inbound/received-movements', search)
    const response = await floor.save(person, wcode, 'inbound/cancel-receiving', [
      { RECEIPT_NO: number, MOVEMENT_NO: row?.['MOVEMENT_NO'] ?? null, REASON: 'wrong delivery' },
    ])
    if (!response.isDone) return
    const hands = floor.begin(person, `receipt ${number} cancelled, ${toQuantity(qty)} sent back`)
    hands.carry(pileKey(pile), null, qty)
    hands.book(pileKey(pile), null, qty)
  }
}
