import { randomUUID } from 'node:crypto'
import { momentAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import type { Query } from '#kernel/operation.ts'
import { isSummary } from '#kernel/summary.ts'
import type { Screen } from '#kernel/screen.ts'
import type { TestSite, TestUser } from '#tests/support/app.ts'
import {
  addItem,
  checkAll,
  day,
  document,
  expectGoods,
  order,
  pickAll,
  putGoods,
  step,
} from '#tests/support/floor.ts'

type Row = Record<string, Value>

/** What there is to work on: its codes and numbers by the name of their search field. */
export type Found = Readonly<Record<string, string>>

/** Something that each value help has. */
export const someOf: Readonly<Record<string, string>> = {
  owner: 'HANBIT',
  supplier: 'SUP1',
  'ship-to': 'ST1',
  stock: 'PLAIN',
  zone: 'A',
  cell: 'A-150',
  warehouse: 'W02',
  menu: 'Zone',
}

type Prepare = (floor: WalkFloor) => Promise<Found>

/** Goods, receipts and shipments in whatever state a screen begins with, new ones for each. */
export class WalkFloor {
  readonly #site: TestSite
  readonly user: TestUser
  /** Somebody else, for what one person may not do alone. */
  readonly other: TestUser
  #count = 0

  constructor(site: TestSite, user: TestUser, other: TestUser) {
    this.#site = site
    this.user = user
    this.other = other
  }

  /**
   * Something to work on for a screen, by what it carries out; undefined where nothing is known of
   * it: the walk then says that the screen has no path.
   */
  prepare(screen: Screen): Promise<Found> | undefined {
    const operation = operationOf(screen)
    const isMaster = screen.kind === 'master' && operation.startsWith('master/')
    return (preparations[operation] ?? (isMaster ? goods : undefined))?.(this)
  }

  /** A new item of which ten lie in a cell, a zone, a box and a pallet of their own. */
  async goods(): Promise<Found & { readonly STOCK_CD: string; readonly CELL_CD: string }> {
    this.#count += 1
    const { db } = this.#site
    const [zone, item] = [`W${this.#count}`, `WALK${this.#count}`]
    const cell = `${zone}-1`
    await db.script(`
      insert into zone (wcode, zone_cd, zone_nm) values ('W01', '${zone}', '${zone}');
      insert into cell (wcode, cell_cd, zone_cd) values ('W01', '${cell}', '${zone}')`)
    await addItem(db, item, { LOT_YN: 'N' })
    const id = await putGoods(db, { item, qty: 10 })
    const [PALLET_NO, BOX_NO] = [`PL${zone}`, `BX${zone}`]
    const to = { TO_CELL_CD: cell, TO_PALLET_NO: PALLET_NO, TO_BOX_NO: BOX_NO }
    const move = { BALANCE_ID: String(id), WORK_QTY: 10, ...to }
    await this.saved('inventory/move', [move], 'DOC_NO')
    return { STOCK_CD: item, CELL_CD: cell, ZONE_CD: zone, PALLET_NO, BOX_NO }
  }

  /** Something that went wrong on the server. */
  async fault(): Promise<Found> {
    await this.#site.db.script(
      `insert into error_log (path, error_code, detail) values ('job/mail', 'JOB_FAILED', 'x')`,
    )
    return {}
  }

  async receipt(): Promise<Found & { readonly RECEIPT_NO: string }> {
    const { STOCK_CD } = await this.goods()
    return { RECEIPT_NO: await expectGoods(this.user, [{ STOCK_CD, ORDER_QTY: 2 }]), STOCK_CD }
  }

  /** A shipment of one piece, brought as far as these steps go. */
  async shipment(...steps: readonly string[]): Promise<Found & { readonly SHIPMENT_NO: string }> {
    const { STOCK_CD } = await this.goods()
    const number = await order(this.user, [{ STOCK_CD, ORDER_QTY: 1 }])
    for (const name of steps) {
      if (name === 'pick') await pickAll(this.user, number)
      else if (name === 'check') await checkAll(this.user, number)
      else await step(this.user, name, number)
    }
    return { SHIPMENT_NO: number, STOCK_CD }
  }

  /** Documents saved by a procedure of their own: samples, and what customers ask for. */
  async document(procedure: string, number: string, date: string): Promise<Found> {
    const { STOCK_CD } = await this.goods()
    const rows = document({ [date]: day }, [{ STOCK_CD, ORDER_QTY: 1 }])
    return { [number]: await this.saved(procedure, rows, number), STOCK_CD }
  }

  /** Samples are promised to sample shipments alone. */
  async sampleShipment(procedure: string): Promise<Found> {
    const found = await this.document(procedure, 'SHIPMENT_NO', 'SHIPMENT_DT')
    await putGoods(this.#site.db, { item: found['STOCK_CD'] ?? '', qty: 5, condition: 'SAMPLE' })
    return found
  }

  /** A message of a partner that was refused: its line names no item there is. */
  async message(area: string): Promise<Found> {
    this.#count += 1
    const PROFILE_CD = `P${this.#count}`
    const profile = { OWNER_CD: 'HANBIT', PROFILE_CD }
    const named = { BATCH_FLAG: 'I', ...profile, PROFILE_NM: PROFILE_CD }
    await this.saved('master/save-partner-profile', [named], 'PROFILE_CD')
    const MESSAGE_NO = `WM${this.#count}`
    const rows = document({ ...profile, MESSAGE_NO }, [{ STOCK_CD: 'NOSUCH' }])
    const MESSAGE_ID = await this.saved(`${area}/save-partner-messages`, rows, 'MESSAGE_ID')
    return { MESSAGE_ID, MESSAGE_NO }
  }

  /** A count of one item: planned, then counted one too few by another user, then agreed to. */
  async count(reached: 'planned' | 'counted' | 'agreed'): Promise<Found> {
    const { STOCK_CD, CELL_CD } = await this.goods()
    const group = { METHOD_CD: 'STOCK', OWNER_CD: 'HANBIT', STOCK_CD, ABC_CD: 'C' }
    const COUNT_DT = momentAt(Date.now()).slice(0, 8)
    const JOB_NO = await this.saved('inventory/make-count', [{ ...group, COUNT_DT }], 'JOB_NO')
    const found = { JOB_NO, STOCK_CD, CELL_CD }
    if (reached === 'planned') return found
    const scan = { JOB_NO, CELL_CD, CODE: STOCK_CD, QTY: 9 }
    await this.saved('inventory/count-scan', [scan], 'JOB_NO', this.other)
    await this.saved('inventory/finish-count', [{ JOB_NO }], 'JOB_NO', this.other)
    if (reached === 'counted') return found
    const [line] = await this.user.query('inventory/count-results', { JOB_NO })
    const LINE_NO = line?.['LINE_NO'] ?? null
    await this.saved('inventory/approve-count', [{ JOB_NO, LINE_NO }], 'JOB_NO')
    return found
  }

  async saved(
    procedure: string,
    rows: readonly Row[],
    number: string,
    user = this.user,
  ): Promise<string> {
    const { status, body } = await user.save(procedure, rows, randomUUID())
    if (status !== 200) throw new Error(`${procedure}: ${JSON.stringify(body)}`)
    return String(body.data.rows[0]?.[number])
  }
}

/** What a screen is for, by the name of its operation. */
function operationOf(screen: Screen): string {
  switch (screen.kind) {
    case 'work':
      return screen.act.name
    case 'scan':
      return screen.finish.name
    case 'print':
      return screen.printOut.name + (screen.grid.fixed?.['SAMPLE_YN'] === 'Y' ? ' sample' : '')
    case 'list':
      return rowsOf(screen.grid.source).name
    case 'master':
    case 'doc':
    case 'single':
    case 'upload':
      return screen.save.name
    case 'layout':
      return 'layout'
    case 'custom':
      return screen.component
  }
}

const picked = ['allocate', 'mark-listed', 'pick']
const checked = [...picked, 'check', 'finish-check']

const goods: Prepare = (floor) => floor.goods()
const nothing: Prepare = () => Promise.resolve({})

function shipment(...steps: readonly string[]): Prepare {
  return (floor) => floor.shipment(...steps)
}

const typedDocuments = ['receipts', 'shipments'].flatMap((name) => {
  const area = name === 'receipts' ? 'inbound' : 'outbound'
  const saves = ['save', 'save-sample', 'request', 'request-sample']
  return saves.map((save) => `${area}/${save}-${name}`)
})

/** A sample document as staff write it, or as a customer asks for it. */
function sample(save: 'save' | 'request', name: 'receipt' | 'shipment'): Prepare {
  const area = name === 'receipt' ? 'inbound' : 'outbound'
  const columns = [`${name}_NO`, `${name}_DT`].map((column) => column.toUpperCase())
  const [number = '', date = ''] = columns
  return (floor) => floor.document(`${area}/${save}-sample-${name}s`, number, date)
}

const stockWork = [
  'by-lot balances movements move move-rows move-lot move-cell move-box move-pallet upload-moves',
  'hold hold-cell hold-lot hold-stock hold-zone transfer-lot transfer-mark transfer-stock adjust change-valid-date',
  'transfer-warehouse',
].flatMap((names) => names.split(' ').map((name) => `inventory/${name}`))

/** What a report is a summary of; any other query is asked for itself. */
function rowsOf(query: Query): Query {
  return isSummary(query) ? rowsOf(query.source) : query
}

function all(names: readonly string[], prepare: Prepare): Record<string, Prepare> {
  return Object.fromEntries(names.map((name) => [name, prepare]))
}

/** By operation: a screen of a kind that is known here gets its record, and so its walk, by itself. */
const preparations: Readonly<Record<string, Prepare | undefined>> = {
  ...all(typedDocuments, goods),
  ...all(stockWork, goods),
  'master/upload-stock': nothing,
  'system/errors': (floor) => floor.fault(),
  ...all(
    ['-menus', 's', '-buttons', '-services'].map((what) => `system/save-role${what}`),
    nothing,
  ),
  'inbound/upload-receipts': goods,
  'outbound/upload-shipments': goods,
  ...all(['grid-template', 'chart-template', 'control-template', 'layout'], nothing),
  ...all(
    ['cell', 'zone', 'stock', 'lot'].map((what) => `inventory/save-${what}-hold-rules`),
    goods,
  ),
  'inbound/change-requested-sample-lines': async (floor) => {
    const found = await sample('request', 'receipt')(floor)
    // The request has the item of its own already: the line to be added is of another one.
    return { RECEIPT_NO: found['RECEIPT_NO'] ?? '' }
  },
  'inbound/change-sample-receipts': sample('save', 'receipt'),
  'inbound/change-requested-sample-receipts': sample('request', 'receipt'),
  'outbound/change-sample-shipments': sample('save', 'shipment'),
  'outbound/change-requested-sample-shipments': sample('request', 'shipment'),
  ...all(
    ['count-days', 'count-jobs', 'count-jobs-today', 'finish-count'].map(
      (name) => `inventory/${name}`,
    ),
    (floor) => floor.count('planned'),
  ),
  'inventory/make-count': async (floor) => ({ ZONE_CD: (await floor.goods())['ZONE_CD'] ?? '' }),
  'inventory/approve-count': (floor) => floor.count('counted'),
  'inventory/closed-count-results': (floor) => floor.count('agreed'),
  'inbound/labels': (floor) => labelled(floor),
  'inbound/label-history': async (floor) => {
    const found = await labelled(floor)
    const [row] = await floor.user.query('inbound/labels-lines', { DOC_NO: found.DOC_NO })
    await floor.saved('inbound/labels-printed', [row ?? {}], 'PRINT_NO')
    return found
  },
  ...all(
    ['', '-a', '-b', '-c'].map((form) => `outbound/labels${form}`),
    async (floor) => {
      const found = await floor.shipment(...picked)
      return { ...found, DOC_NO: found.SHIPMENT_NO }
    },
  ),
  ...Object.fromEntries(
    ['inbound', 'outbound', 'inventory'].map((area) => [
      `${area}/save-partner-messages`,
      (floor: WalkFloor) => floor.message(area),
    ]),
  ),
  'inbound/decide-requests': (floor) =>
    floor.document('inbound/request-receipts', 'RECEIPT_NO', 'RECEIPT_DT'),
  'inbound/receive': (floor) => floor.receipt(),
  'inbound/receive-bulk': (floor) => floor.receipt(),
  'inbound/cancel-receiving': received,
  'inbound/confirmation': received,
  'outbound/decide-requests': (floor) =>
    floor.document('outbound/request-shipments', 'SHIPMENT_NO', 'SHIPMENT_DT'),
  'outbound/allocate': shipment(),
  'outbound/cancel-allocation': shipment('allocate'),
  'outbound/picking-list': shipment('allocate'),
  'outbound/picking-list-by-stock': shipment('allocate'),
  'outbound/picking-list-vts': shipment('allocate'),
  'outbound/pick': shipment('allocate', 'mark-listed'),
  'outbound/cancel-pick': shipment(...picked),
  'outbound/tie-numbers': shipment(...picked),
  'outbound/finish-packing': async (floor) => {
    const found = await floor.shipment(...picked)
    return { ...found, BOX_NO: 'BOX-1', THEN: '1.5KG' }
  },
  'outbound/finish-check': shipment(...picked),
  'outbound/ship': shipment(...checked),
  'outbound/cancel-shipping': shipment(...checked, 'ship'),
  'outbound/bill': shipment(...picked),
  'outbound/bill sample': async (floor) => {
    const save = 'outbound/save-sample-shipments'
    const found = await floor.sampleShipment(save)
    const number = found['SHIPMENT_NO'] ?? ''
    for (const name of ['allocate', 'mark-listed']) await step(floor.user, name, number)
    await pickAll(floor.user, number)
    return found
  },
}

async function labelled(floor: WalkFloor): Promise<Found & { readonly DOC_NO: string }> {
  const found = await floor.receipt()
  return { ...found, DOC_NO: found.RECEIPT_NO }
}

async function received(floor: WalkFloor): Promise<Found> {
  const found = await floor.receipt()
  await floor.saved('inbound/receive-bulk', [{ RECEIPT_NO: found.RECEIPT_NO }], 'RECEIPT_NO')
  return found
}
