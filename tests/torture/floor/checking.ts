import { adaptation } from './adaptation.ts'
import { judgeBackorder, judgeCancelled } from './backorders.ts'
import { pileKey, getPile, type Pile } from './building.ts'
import { catalogue, itemById } from './catalogue.ts'
import {
  cellSubject,
  toQuantity,
  stagedPile,
  toText,
  type Floor,
  type Person,
  type Plan,
  type Reply,
  type Row,
} from './floor.ts'
import type { Departures } from './receiving.ts'
import type { Keepers } from './keepers.ts'
import { loadList, refreshStage, type Load, type Shipment } from './shipments.ts'

const serialItem = catalogue.find(({ hasSerials, isNamed }) => hasSerials && !isNamed)

/** People at the shipping dock: they check, correct, pack, match serial numbers and ship. */
export class Checkers {
  readonly #floor: Floor
  readonly #keepers: Keepers
  readonly #departures: Departures
  readonly #returned: ReadonlySet<string>
  readonly #open: Shipment[]
  /** Serial numbers shipped since the last comparison, by shipment. */
  readonly left = new Map<string, readonly string[]>()

  constructor(
    floor: Floor,
    keepers: Keepers,
    departures: Departures,
    returned: ReadonlySet<string>,
    open: Shipment[],
  ) {
    this.#floor = floor
    this.#keepers = keepers
    this.#departures = departures
    this.#returned = returned
    this.#open = open
  }

  planPicked(person: Person, shipment: Shipment): Plan | undefined {
    const { number, wcode } = shipment
    if (!shipment.needsFix && !person.dice.chance(0.12)) {
      return { subjects: [number], run: () => this.#check(person, shipment) }
    }
    const piles = [...shipment.picks.map(({ pile }) => pile), ...shipment.origins.values()]
    if (piles.some(({ place }) => !this.#floor.isWithoutCount(wcode, place))) return undefined
    const run = () =>
      shipment.needsFix ? this.#correctCheck(person, shipment) : this.#cancelPick(person, shipment)
    return { subjects: [number, ...piles.map(cellSubject)], run }
  }

  planChecked(person: Person, shipment: Shipment): Plan | undefined {
    const { number } = shipment
    const { dice } = person
    const subjects = [number]
    if (!shipment.isPacked && !shipment.isTied && dice.chance(0.1)) {
      return { subjects, run: () => this.#cancelCheck(person, shipment) }
    }
    if (!shipment.isPacked && dice.chance(0.2)) {
      return { subjects, run: () => this.#pack(person, shipment) }
    }
    if (!shipment.isTied && this.#stagedSerials(shipment).length > 0) {
      return { subjects: [...subjects, 'returns'], run: () => this.#tie(person, shipment) }
    }
    return { subjects: [...subjects, 'returns'], run: () => this.#ship(person, shipment) }
  }

  planShipped(person: Person, shipment: Shipment): Plan | undefined {
    const serials = shipment.load.flatMap((load) => load.serials)
    if (serials.some((serial) => !this.#departures.has(serial))) return undefined
    const run = () => this.#cancelShipping(person, shipment)
    const { backorder } = shipment
    const others = backorder ? [backorder.number] : []
    return { subjects: [shipment.number, 'returns', ...others], run }
  }

  #piles({ number, wcode }: Shipment): Pile[] {
    return this.#floor.building.piles(wcode, `@${number}`)
  }

  /** Piles of the shipment: picked according to the books, or in the staging area. */
  #keys({ number, wcode }: Shipment): string[] {
    const start = `${wcode}|@${number}|`
    return [...this.#floor.building.keys()].filter((key) => key.startsWith(start))
  }

  #stagedSerials(shipment: Shipment): readonly string[] {
    return this.#piles(shipment)
      .filter(({ item }) => !itemById(item).isNamed)
      .flatMap((pile) => this.#floor.building.serials(pileKey(pile)))
  }

  /** Rows for the pieces in the staging area: read from their labels, or copied from the list. */
  #scans(shipment: Shipment, isHonest: boolean): Row[][] {
    const { building } = this.#floor
    return this.#keys(shipment).flatMap((key) => {
      const pile = getPile(key)
      const qty = isHonest ? building.real(key) : building.booked(key)
      if (qty === 0) return []
      const { barcode, code, owner, piece, twin } = itemById(pile.item)
      const isShared = catalogue.some(
        (item) => item.code === twin && item.owner === owner && item.barcode === barcode,
      )
      const row = {
        SHIPMENT_NO: shipment.number,
        CODE: isHonest ? barcode : code,
        LOT_NO: pile.lot || null,
        VALID_DT: pile.valid || null,
      }
      // A code that two items share is scanned piece by piece, as at the station.
      if (!isShared || !isHonest) return [[{ ...row, QTY: toQuantity(qty) }]]
      return [Array.from({ length: qty / piece }, () => ({ ...row, QTY: toQuantity(piece) }))]
    })
  }

  async #scan(person: Person, shipment: Shipment, rows: Row[], pile: Pile): Promise<Reply> {
    const { wcode } = shipment
    const reply = await this.#floor.save(person, wcode, 'outbound/check-scan', rows)
    if (reply.isDone || rows.length < 2) return reply
    // The station rejects the barcode. The label also shows the item code.
    const total = rows.reduce((sum, row) => sum + Number(row['QTY']), 0)
    const scan = { ...rows[0], CODE: itemById(pile.item).code, QTY: total }
    return this.#floor.save(person, wcode, 'outbound/check-scan', [scan])
  }

  async #check(person: Person, shipment: Shipment) {
    const floor = this.#floor
    const { number, wcode } = shipment
    const hands = floor.begin(person, `checks ${number}`)
    shipment.isHonest = !floor.makesMistake(person, 'scanned one piece for another in a check')
    if (!shipment.isHonest) hands.mistake(`scanned one piece for another in the check of ${number}`)
    const piles = this.#keys(shipment).map(getPile)
    let refusal = ''
    for (const rows of this.#scans(shipment, shipment.isHonest)) {
      const pile = piles.find(({ item }) =>
        [itemById(item).barcode, itemById(item).code].includes(toText(rows[0]?.['CODE'])),
      )
      if (!pile) continue
      refusal ||= (await this.#scan(person, shipment, rows, pile)).text
    }
    const named = [{ SHIPMENT_NO: number }]
    refusal ||= (await floor.save(person, wcode, 'outbound/finish-check', named)).text
    if (refusal !== '') {
      await floor.save(person, wcode, 'outbound/cancel-check', named)
      const isRight = this.#keys(shipment).every((key) => floor.building.deviation(key) === 0)
      if (isRight && !this.#isRecalled(shipment)) {
        const text = `check of ${number} whose pieces are right: ${refusal}`
        floor.find('REFUSED', text, `${wcode}|@${number}`)
      }
      shipment.needsFix = !isRight
    }
    await refreshStage(floor, shipment)
  }

  #isRecalled(shipment: Shipment): boolean {
    return this.#keys(shipment).some((key) => this.#keepers.mayBeStopped(getPile(key)))
  }

  /** Returns wrong pieces to their original places and fetches the missing ones. */
  async #correctCheck(person: Person, shipment: Shipment) {
    const floor = this.#floor
    const { building } = floor
    const { number, wcode } = shipment
    const hands = floor.begin(person, `corrects the pieces of ${number}`)
    shipment.needsFix = false
    for (const key of this.#keys(shipment)) {
      const by = building.deviation(key)
      const pick = shipment.picks.find(({ pile }) => pileKey(stagedPile(pile, number)) === key)
      const origin = shipment.origins.get(key) ?? pick?.pile
      if (by > 0) {
        const cell = origin ?? { ...getPile(key), place: shipment.picks[0]?.pile.place ?? 'A-001' }
        hands.carry(key, pileKey(cell), by)
        continue
      }
      if (by === 0 || !pick) continue
      const source = pileKey(pick.pile)
      const found = Math.min(-by, building.real(source))
      hands.carry(source, key, found)
      const missing = Math.min(-by - found, pick.qty)
      if (missing === 0) continue
      const row = { ALLOC_ID: pick.allocation, BACK_QTY: toQuantity(missing), RELEASE_YN: 'Y' }
      const response = await floor.save(person, wcode, 'outbound/cancel-pick', [row])
      if (!response.isDone) continue
      hands.book(key, source, missing)
      pick.qty -= missing
    }
    shipment.picks = shipment.picks.filter(({ qty }) => qty > 0)
    shipment.origins.clear()
    await refreshStage(floor, shipment)
  }

  async #cancelPick(person: Person, shipment: Shipment) {
    const floor = this.#floor
    const { building } = floor
    const { number, wcode, picks } = shipment
    const rows = picks.map(({ allocation, qty }) => {
      return { ALLOC_ID: allocation, BACK_QTY: toQuantity(qty), RELEASE_YN: 'N' }
    })
    if (rows.length === 0) return
    const response = await floor.save(person, wcode, 'outbound/cancel-pick', rows)
    if (!response.isDone) return
    const hands = floor.begin(person, `puts the pieces of ${number} back`)
    for (const { pile, qty, serials } of picks) {
      const stage = pileKey(stagedPile(pile, number))
      const there = Math.min(qty, building.real(stage))
      const { hasSerials, isNamed } = itemById(pile.item)
      hands.carry(stage, pileKey(pile), there, hasSerials ? serials : [])
      hands.book(stage, pileKey(pile), qty, isNamed ? serials : [])
    }
    for (const pile of this.#piles(shipment)) {
      const cell = shipment.origins.get(pileKey(pile)) ?? {
        ...pile,
        place: picks[0]?.pile.place ?? '',
      }
      hands.carry(pileKey(pile), pileKey(cell), building.real(pileKey(pile)))
    }
    shipment.picks = []
    shipment.list = []
    shipment.origins.clear()
    await refreshStage(floor, shipment)
    if (shipment.stage === 'listed') await loadList(floor, person, shipment)
  }

  async #cancelCheck(person: Person, shipment: Shipment) {
    const named = [{ SHIPMENT_NO: shipment.number }]
    await this.#floor.save(person, shipment.wcode, 'outbound/cancel-check', named)
    await refreshStage(this.#floor, shipment)
  }

  async #pack(person: Person, shipment: Shipment) {
    const floor = this.#floor
    const { number, wcode } = shipment
    const BOX_NO = `BOX-${floor.nextNumber()}`
    const scan = (CODE: string, extra: Row = {}) =>
      floor.save(person, wcode, 'outbound/pack-scan', [{ SHIPMENT_NO: number, CODE, ...extra }])
    await scan(BOX_NO)
    const totals = new Map<string, number>()
    for (const key of this.#keys(shipment)) {
      const { code } = itemById(getPile(key).item)
      totals.set(code, (totals.get(code) ?? 0) + floor.building.booked(key))
    }
    for (const [code, qty] of totals)
      if (qty > 0) await scan(code, { BOX_NO, QTY: toQuantity(qty) })
    await scan('1.5KG', { BOX_NO })
    const named = [{ SHIPMENT_NO: number }]
    shipment.isPacked = (await floor.save(person, wcode, 'outbound/finish-packing', named)).isDone
    if (shipment.isPacked && !person.dice.chance(0.1)) return
    const undone = await floor.save(person, wcode, 'outbound/cancel-packing', named)
    if (undone.isDone) shipment.isPacked = false
  }

  /** Reads the serial numbers of the pieces in the staging area. */
  async #tie(person: Person, shipment: Shipment) {
    const floor = this.#floor
    const { number, wcode } = shipment
    const serials = this.#stagedSerials(shipment)
    shipment.isTied = true
    const search = { SHIPMENT_NO: number, STOCK_CD: serialItem?.code ?? '' }
    const [line] = await floor.query(person, wcode, 'outbound/match-lines', search)
    const tieNumbers = (numbers: readonly string[]) =>
      floor.save(person, wcode, 'outbound/tie-numbers', [
        {
          SHIPMENT_NO: number,
          LINE_NO: line?.['LINE_NO'] ?? null,
          MATCH_CD: 'SERIAL',
          NUMBERS: numbers.join(' '),
        },
      ])
    const reply = await tieNumbers(serials)
    if (reply.isDone) {
      shipment.serials = serials
      return
    }
    const back = serials.filter((serial) => this.#returned.has(serial))
    const kind = back.length > 0 ? 'SERIAL_BACK' : 'REFUSED'
    floor.find(kind, `${serials.join(' ')} for ${number}: ${reply.text}`, `${wcode}|@${number}`)
    const others = serials.filter((serial) => !back.includes(serial))
    shipment.serials = others.length > 0 && (await tieNumbers(others)).isDone ? others : []
  }

  async #ship(person: Person, shipment: Shipment) {
    const floor = this.#floor
    const { building } = floor
    const { number, wcode } = shipment
    const named = [{ SHIPMENT_NO: number }]
    const response = await floor.save(person, wcode, 'outbound/ship', named)
    if (!response.isDone) return refreshStage(floor, shipment)
    shipment.stage = 'shipped'
    const hands = floor.begin(person, `ships ${number}`)
    const keys = this.#keys(shipment)
    const wrong = keys.filter((key) => building.deviation(key) !== 0)
    if (wrong.length > 0 && shipment.isHonest) {
      const list = wrong.map(
        (key) => `${getPile(key).item} by ${toQuantity(building.deviation(key))}`,
      )
      floor.find('SHARED_CODE', `${number} left checked with ${list.join(', ')}`, wrong[0] ?? '')
    }
    shipment.load = keys.map((key): Load => {
      const [real, booked] = [building.real(key), building.booked(key)]
      const serials = hands.carry(key, null, real)
      hands.book(key, null, booked, itemById(getPile(key).item).isNamed ? serials : [])
      return { key, real, booked, serials, returned: 0 }
    })
    for (const { key, serials } of shipment.load) {
      for (const serial of serials) {
        this.#departures.set(serial, { item: getPile(key).item, shipment: number })
      }
    }
    const loads = shipment.load.filter(({ key }) => itemById(getPile(key).item).isNamed)
    this.left.set(number, [...shipment.serials, ...loads.flatMap(({ serials }) => serials)])
    shipment.backorder = await judgeBackorder(floor, person, shipment, response)
    if (shipment.backorder) this.#open.push(shipment.backorder)
    return undefined
  }

  async #cancelShipping(person: Person, shipment: Shipment) {
    const floor = this.#floor
    const { number, wcode } = shipment
    const rows = [adaptation.cancelShipping(number)]
    const response = await floor.save(person, wcode, 'outbound/cancel-shipping', rows)
    await judgeCancelled(floor, shipment, response)
    if (!response.isDone) return
    if (shipment.hasReturn) {
      const text = `shipping of ${number} was cancelled although a customer returned pieces of it`
      floor.find('RETURN', text, `${shipment.wcode}|@${number}`)
    }
    // Other pieces can be picked before the next comparison.
    this.left.delete(number)
    if (shipment.backorder) shipment.backorder.stage = 'gone'
    shipment.backorder = undefined
    const hands = floor.begin(person, `shipment ${number} came back to the dock`)
    const isWrong = shipment.load.some(({ real, booked }) => real !== booked)
    if (isWrong) hands.mistake(`${number} had left with wrong pieces`)
    for (const { key, real, booked, serials } of shipment.load) {
      hands.carry(null, key, real, serials)
      hands.book(null, key, booked, itemById(getPile(key).item).isNamed ? serials : [])
      for (const serial of serials) this.#departures.delete(serial)
    }
    shipment.load = []
    await refreshStage(floor, shipment)
  }
}
