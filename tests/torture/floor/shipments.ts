import sql from 'sql-template-tag'
import { toRows } from '#tests/support/floor.ts'
import { pileKey, type Pile } from './building.ts'
import { catalogue, itemById, itemId, type Warehouse } from './catalogue.ts'
import {
  pickWarehouse,
  pileOfRow,
  toQuantity,
  getShelvedPiles,
  toText,
  toThousandths,
  today,
  type Floor,
  type Person,
  type Plan,
} from './floor.ts'

export type Stage = 'ordered' | 'allocated' | 'listed' | 'picked' | 'checked' | 'shipped' | 'gone'

/** A row of a printed picking list. */
export interface PickRow {
  readonly allocation: number
  readonly pile: Pile
  readonly qty: number
  /** Quantity carried to the staging area but not keyed yet. */
  taken: number
}

export interface Load {
  readonly key: string
  readonly real: number
  readonly booked: number
  readonly serials: readonly string[]
  /** Quantity that customers have requested to return. */
  returned: number
}

export interface Shipment {
  readonly number: string
  readonly wcode: Warehouse
  stage: Stage
  list: PickRow[]
  /** Picks as entered, each with the pile it came from. */
  picks: { allocation: number; pile: Pile; qty: number; serials: string[] }[]
  /** Original piles of pieces picked by mistake, by the pile in the staging area. */
  readonly origins: Map<string, Pile>
  /** Whether the last check scanned only actual pieces. */
  isHonest: boolean
  needsFix: boolean
  isPacked: boolean
  serials: readonly string[]
  isTied: boolean
  tries: number
  load: Load[]
  /** Ordered quantities, by item code. */
  readonly wanted: ReadonlyMap<string, number>
  readonly hasBackorder: boolean
  /** Whether customers have returned pieces of it. */
  hasReturn: boolean
  backorder: Shipment | undefined
}

export function newShipment(
  number: string,
  wcode: Warehouse,
  wanted: ReadonlyMap<string, number>,
  hasBackorder: boolean,
): Shipment {
  return {
    number,
    wcode,
    wanted,
    hasBackorder,
    hasReturn: false,
    backorder: undefined,
    stage: 'ordered',
    list: [],
    picks: [],
    origins: new Map(),
    isHonest: true,
    needsFix: false,
    isPacked: false,
    serials: [],
    isTied: false,
    tries: 0,
    load: [],
  }
}

const stages: Readonly<Record<string, Stage>> = {
  '10': 'ordered',
  '15': 'allocated',
  '20': 'allocated',
  '30': 'listed',
  '35': 'listed',
  '40': 'picked',
  '50': 'checked',
  '60': 'shipped',
}

export async function refreshStage(floor: Floor, shipment: Shipment): Promise<void> {
  const [row] = await floor.db.query<{ state: string }>(sql`
    select state_cd state from shipment where shipment_no = ${shipment.number}`)
  shipment.stage = stages[row?.state ?? ''] ?? 'gone'
}

/** Reads the picking list. It does not show the pallet of a row, so the pallet is looked up. */
export async function loadList(floor: Floor, person: Person, shipment: Shipment): Promise<void> {
  const { number, wcode } = shipment
  const search = { SHIPMENT_NO: number }
  const rows = await floor.query(person, wcode, 'outbound/picking-lines', search)
  const units = await floor.db.query<{
    id: number
    owner: string
    unit: string
    condition: string
  }>(
    sql`select a.alloc_id id, b.owner_cd owner, coalesce(nullif(b.pallet_no, ''), b.box_no) unit,
        b.condition_cd condition
      from allocation a join stock_balance b using (balance_id)
      where a.shipment_no = ${number}`,
  )
  const known = new Map(units.map((row) => [Number(row.id), row]))
  const before = new Map(shipment.list.map((row) => [row.allocation, row.taken]))
  shipment.list = rows.map((row) => {
    const allocation = Number(row['ALLOC_ID'])
    const { owner = '', unit = '', condition = '' } = known.get(allocation) ?? {}
    return {
      allocation,
      pile: { ...pileOfRow(wcode, row, owner, condition), unit },
      qty: toThousandths(row['ALLOC_QTY']),
      taken: before.get(allocation) ?? 0,
    }
  })
}

const openLimit = 14

/** Office staff, who enter orders, allocate stock and print picking lists. */
export class Planners {
  readonly #floor: Floor
  readonly open: Shipment[] = []

  constructor(floor: Floor) {
    this.#floor = floor
  }

  planOrder(person: Person): Plan | undefined {
    const live = this.open.filter(({ stage }) => stage !== 'shipped' && stage !== 'gone')
    if (live.length >= openLimit) return undefined
    const { dice } = person
    const wcode = pickWarehouse(dice)
    const owner = dice.chance(0.15) ? 'GIFT' : 'HANBIT'
    const ids = new Set(getShelvedPiles(this.#floor, wcode).map(({ item }) => item))
    const there = catalogue.filter((item) => item.owner === owner && ids.has(itemId(item)))
    const first = dice.pick(there)
    if (!first) return undefined
    const second = dice.pick(there)
    const twin = there.find(({ code }) => code === first.twin)
    const wanted = new Set([first, ...(dice.chance(0.4) && second ? [second] : [])])
    if (twin && dice.chance(0.4)) wanted.add(twin)
    const order = new Map(
      [...wanted].map((item) => [item.code, dice.between(1, 6) * item.piece] as const),
    )
    return { subjects: [], run: () => this.#order(person, wcode, owner, order) }
  }

  async #order(
    person: Person,
    wcode: Warehouse,
    owner: string,
    wanted: ReadonlyMap<string, number>,
  ) {
    const hasBackorder = person.dice.chance(0.5)
    const lines = [...wanted].map(([STOCK_CD, qty]) => ({ STOCK_CD, ORDER_QTY: toQuantity(qty) }))
    const SHORT_CD = hasBackorder ? 'BACKORDER' : 'CLOSE'
    const rows = toRows({ OWNER_CD: owner, SHIPMENT_DT: today(), SHORT_CD }, lines)
    const response = await this.#floor.save(person, wcode, 'outbound/save-shipments', rows)
    if (!response.isDone) return
    const number = toText(response.rows[0]?.['SHIPMENT_NO'])
    this.open.push(newShipment(number, wcode, wanted, hasBackorder))
  }

  async allocate(person: Person, shipment: Shipment) {
    const rows = [{ SHIPMENT_NO: shipment.number }]
    shipment.tries += 1
    await this.#floor.save(person, shipment.wcode, 'outbound/allocate', rows)
    await refreshStage(this.#floor, shipment)
    if (shipment.stage === 'ordered' && shipment.tries > 3) shipment.stage = 'gone'
  }

  async list(person: Person, shipment: Shipment) {
    const rows = [{ SHIPMENT_NO: shipment.number }]
    const response = await this.#floor.save(person, shipment.wcode, 'outbound/mark-listed', rows)
    if (!response.isDone) return refreshStage(this.#floor, shipment)
    await loadList(this.#floor, person, shipment)
    shipment.stage = 'listed'
    return undefined
  }

  async cancelAllocation(person: Person, shipment: Shipment) {
    if (shipment.list.some(({ taken }) => taken > 0)) return
    const rows = [{ SHIPMENT_NO: shipment.number }]
    await this.#floor.save(person, shipment.wcode, 'outbound/cancel-allocation', rows)
    await refreshStage(this.#floor, shipment)
  }
}

/** Pieces of the same or a similar item elsewhere that a careless picker takes instead. */
export function pickMistakenPile(floor: Floor, person: Person, row: PickRow): Pile | undefined {
  const { twin, code, owner } = itemById(row.pile.item)
  const isOtherItem = twin !== undefined && person.dice.chance(0.7)
  const wanted = `${owner}/${isOtherItem ? twin : code}`
  const { wcode, lot, condition } = row.pile
  const piles = floor.building.piles(wcode).filter((pile) => {
    if (pile.item !== wanted || pile.condition !== condition || !/^[A-Z]/.test(pile.place))
      return false
    const isSame = pileKey(pile) === pileKey(row.pile)
    return pile.lot === lot && !isSame && floor.isWithoutCount(wcode, pile.place)
  })
  return person.dice.pick(piles)
}
