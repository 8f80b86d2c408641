import { adaptation } from './adaptation.ts'
import { pileKey, getPile, type Pile } from './building.ts'
import { cellNames, itemById, type Warehouse } from './catalogue.ts'
import {
  pickWarehouse,
  getBalance,
  cellSubject,
  judgeNamed,
  serialsToName,
  toQuantity,
  getShelvedPiles,
  pickSome,
  takeSerials,
  toText,
  toThousandths,
  type Floor,
  type Person,
  type Plan,
  type Reply,
} from './floor.ts'

interface Truck {
  readonly key: string
  readonly from: Warehouse
  readonly to: Warehouse
  readonly pile: Pile
  /** Whether the sender calls the stock back. */
  isCalledBack: boolean
  isReported: boolean
  tries: number
}

/** Drivers who send stock to the other warehouse and receive it there. */
export class Drivers {
  readonly #floor: Floor
  readonly #trucks: Truck[] = []

  constructor(floor: Floor) {
    this.#floor = floor
  }

  plan(person: Person): Plan | undefined {
    const { dice } = person
    const truck = dice.pick(this.#trucks)
    if (truck && dice.chance(0.65)) return this.#planTruck(person, truck)
    if (this.#trucks.length > 5) return undefined
    const wcode = pickWarehouse(dice)
    const pile = dice.pick(getShelvedPiles(this.#floor, wcode))
    if (!pile) return undefined
    return { subjects: [cellSubject(pile)], run: () => this.#send(person, pile) }
  }

  async #send(person: Person, pile: Pile) {
    const floor = this.#floor
    const wcode = pile.wcode as Warehouse
    const balance = await getBalance(floor, person, pile)
    const there = Math.min(floor.building.real(pileKey(pile)), balance?.free ?? 0)
    const qty = person.dice.chance(0.2) ? there : pickSome(person.dice, pile, Math.ceil(there / 2))
    if (!balance || qty === 0) return
    const TO_WCODE = wcode === 'W01' ? 'W02' : 'W01'
    const serials = takeSerials(floor, pileKey(pile), qty)
    const named = serialsToName(pile.item, serials)
    const row = { TRANSFER_KEY: `B${balance.id}`, WORK_QTY: toQuantity(qty), TO_WCODE }
    const rows0 = [{ ...row, REASON: 'needed there', ...named }]
    const response = await floor.save(person, wcode, 'inventory/transfer-warehouse', rows0)
    if (!response.isDone) return judgeNamed(floor, pile, serials, response.text)
    const { owner, code } = itemById(pile.item)
    const search = { DIRECTION_CD: 'SENT', OWNER_CD: owner, STOCK_CD: code }
    const rows = await floor.query(person, wcode, 'inventory/warehouse-transfers', search)
    const sent = rows.find((row) => row['WORK_NO'] === response.rows[0]?.['WORK_NO'])
    const key = toText(sent?.['TRANSFER_KEY'])
    const unit = qty === balance.qty && !this.#isShared(pile) ? pile.unit : ''
    const load = { ...pile, wcode: 'TRANSIT', place: `~${key.slice(1)}`, unit }
    const hands = floor.begin(
      person,
      `sent ${toQuantity(qty)} of ${pile.item} ${pile.lot} as ${key}`,
    )
    hands.carry(pileKey(pile), pileKey(load), qty, serials)
    hands.book(pileKey(pile), pileKey(load), qty, itemById(pile.item).isNamed ? serials : [])
    this.#lose(person, pileKey(load), qty, itemById(pile.item).piece)
    const isCalledBack = person.dice.chance(0.12)
    this.#trucks.push({
      key,
      from: wcode,
      to: TO_WCODE,
      pile: load,
      isCalledBack,
      isReported: false,
      tries: 0,
    })
    return undefined
  }

  /** Whether other stock is booked on the pallet of a pile. Its number stays with that stock. */
  #isShared(pile: Pile): boolean {
    const { building } = this.#floor
    return [...building.keys()].some((key) => {
      const { wcode, unit } = getPile(key)
      const isHere = wcode === pile.wcode && unit === pile.unit
      return isHere && key !== pileKey(pile) && building.booked(key) > 0
    })
  }

  #lose(person: Person, key: string, qty: number, piece: number): void {
    const isLost = person.dice.chance(0.2) || this.#floor.makesMistake(person, 'lost on the way')
    if (!isLost || qty <= piece) return
    const hands = this.#floor.begin(person, `${key} lost a piece on the way`)
    hands.mistake('lost on the way')
    hands.carry(key, null, piece)
  }

  #planTruck(person: Person, truck: Truck): Plan {
    const { from, to, key, isCalledBack } = truck
    const isBack = isCalledBack && !truck.isReported
    const wcode = isBack ? from : to
    const cells = cellNames(wcode)
    const cell = cells[(truck.tries || person.dice.below(cells.length)) % cells.length] ?? ''
    const subjects = [key, cellSubject({ wcode, place: cell })]
    const run = () =>
      isBack ? this.#callBack(person, truck, cell) : this.#arrive(person, truck, cell)
    return { subjects, run }
  }

  async #callBack(person: Person, truck: Truck, cell: string) {
    const floor = this.#floor
    const load = pileKey(truck.pile)
    const qty = floor.building.real(load)
    const { procedure, row } = adaptation.callBack
    const serials = takeSerials(floor, load, qty)
    const named = serialsToName(truck.pile.item, serials)
    const rows = [{ ...row(truck.key, toQuantity(qty), cell), ...named }]
    const response = await floor.save(person, truck.from, procedure, rows)
    truck.tries += 1
    // Rejected because another part of the pallet is in a different cell: try the next cell.
    const isOtherCell = response.text.includes('TO_CELL_CD')
    if (isOtherCell && truck.tries <= cellNames(truck.from).length) return
    if (!response.isDone) {
      truck.isReported = true
      floor.find(
        'TRANSIT_OPEN',
        `${truck.key} cannot be called back: ${response.text}`,
        `TRANSIT|${truck.pile.place}`,
      )
      return
    }
    const target = pileKey({ ...truck.pile, wcode: truck.from, place: cell })
    const hands = floor.begin(person, `called ${truck.key} back into ${cell}`)
    hands.carry(load, target, qty, serials)
    hands.book(load, target, qty, itemById(truck.pile.item).isNamed ? serials : [])
    await this.#closeRest(person, truck)
  }

  async #arrive(person: Person, truck: Truck, cell: string) {
    const floor = this.#floor
    const { owner, code } = itemById(truck.pile.item)
    const search = { DIRECTION_CD: 'IN', OWNER_CD: owner, STOCK_CD: code }
    const rows = await floor.query(person, truck.to, 'inventory/warehouse-transfers', search)
    const row = rows.find((candidate) => candidate['TRANSFER_KEY'] === truck.key)
    const load = pileKey(truck.pile)
    const there = Math.min(floor.building.real(load), toThousandths(row?.['WORK_QTY']))
    const qty = person.dice.chance(0.3) ? pickSome(person.dice, truck.pile, there) : there
    if (qty > 0) {
      const serials = takeSerials(floor, load, qty)
      const named = serialsToName(truck.pile.item, serials)
      const response = await floor.save(person, truck.to, 'inventory/transfer-warehouse', [
        { TRANSFER_KEY: truck.key, WORK_QTY: toQuantity(qty), TO_CELL_CD: cell, ...named },
      ])
      // The product rejects splitting a pallet over two cells. The pallet stays in the truck for
      // another try.
      if (!response.isDone) return judgeNamed(floor, truck.pile, serials, response.text)
      const target = pileKey({ ...truck.pile, wcode: truck.to, place: cell })
      const hands = floor.begin(person, `received ${toQuantity(qty)} of ${truck.key} into ${cell}`)
      hands.carry(load, target, qty, serials)
      hands.book(load, target, qty, itemById(truck.pile.item).isNamed ? serials : [])
    }
    if (floor.building.real(load) === 0) await this.#closeRest(person, truck)
    return undefined
  }

  /** A second user approves a loss above the limit. */
  async #approveLoss(person: Person, { from, key }: Truck, reply: Reply): Promise<boolean> {
    if (reply.rows[0]?.['STATE_CD'] !== '10') return true
    const other = this.#floor.otherThan(person)
    const search = { STATE_CD: '10' }
    const waiting = await this.#floor.query(other, from, 'inventory/adjust-requests', search)
    const request = waiting.find((row) => toText(row['REASON']).includes(`${key} lost`))
    const named = [{ REQUEST_NO: request?.['REQUEST_NO'] ?? null }]
    return (await this.#floor.save(other, from, 'inventory/approve-adjust', named)).isDone
  }

  /** Nothing is left in the truck. Anything that the books still expect is lost. */
  async #closeRest(person: Person, truck: Truck) {
    const floor = this.#floor
    this.#trucks.splice(this.#trucks.indexOf(truck), 1)
    const load = pileKey(truck.pile)
    const rest = floor.building.booked(load)
    if (rest === 0) return
    const { procedure, row } = adaptation.lose
    const rows = [row(truck.key, toQuantity(rest))]
    const response = await floor.save(person, truck.from, procedure, rows)
    const isPosted = response.isDone && (await this.#approveLoss(person, truck, response))
    if (isPosted) {
      floor
        .begin(person, `${toQuantity(rest)} of ${truck.key} declared lost`)
        .book(load, null, rest)
      return
    }
    const text = `${toQuantity(rest)} of ${truck.key} are lost and stay in transit: ${response.text}`
    floor.find('TRANSIT_OPEN', text, `TRANSIT|${truck.pile.place}`)
  }
}
