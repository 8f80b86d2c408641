import { randomUUID } from 'node:crypto'
import { timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import type { TestSite, TestUser } from '#tests/support/app.ts'
import {
  addItem,
  checkAll,
  testDay,
  toRows,
  expectStock,
  addOrder,
  pickAll,
  putStock,
  runStep,
  type TestStock,
} from '#tests/support/floor.ts'

type Row = Record<string, Value>

/** Codes and numbers of a prepared record, by the name of their search field. */
export type WalkArguments = Readonly<Record<string, string>>

export const someOf: Readonly<Record<string, string>> = {
  owner: 'HANBIT',
  supplier: 'SUP1',
  'ship-to': 'ST1',
  stock: 'PLAIN',
  zone: 'A',
  cell: 'A-150',
  warehouse: 'W02',
  menu: 'Zone',
  'schedule-kind': 'BACKUP',
  branch: '',
  country: 'KR',
  corp: 'HQ',
  carrier: 'HMM',
  currency: 'USD',
  'container-type': '22G1',
  port: 'KRPUS',
}

export const pickedSteps = ['allocate', 'mark-listed', 'pick'] as const
export const checkedSteps = [...pickedSteps, 'check', 'finish-check'] as const
export const shippedSteps = [...checkedSteps, 'ship'] as const

export type Prepare = (floor: WalkFloor) => Promise<WalkArguments>

/**
 * Creates stock, receipts and shipments in the status that a screen requires, separately for each
 * screen.
 */
export class WalkFloor {
  readonly db: TestSite['db']
  readonly user: TestUser
  /** A second user, for operations that require a different user for the second step. */
  readonly other: TestUser
  #count = 0

  constructor(site: TestSite, user: TestUser, other: TestUser) {
    this.db = site.db
    this.user = user
    this.other = other
  }

  next(): number {
    this.#count += 1
    return this.#count
  }

  async addStock(
    extra: Partial<TestStock> = {},
  ): Promise<WalkArguments & { readonly STOCK_CD: string; readonly CELL_CD: string }> {
    this.#count += 1
    const { db } = this
    const [zone, item] = [`W${this.#count}`, `WALK${this.#count}`]
    const cell = `${zone}-1`
    await db.script(`
      insert into zone (wcode, zone_cd, zone_nm) values ('W01', '${zone}', '${zone}');
      insert into cell (wcode, cell_cd, zone_cd) values ('W01', '${cell}', '${zone}')`)
    await addItem(db, item, { LOT_YN: 'N' })
    const id = await putStock(db, { item, qty: 10, ...extra })
    const [PALLET_NO, BOX_NO] = [`PL${zone}`, `BX${zone}`]
    const to = { TO_CELL_CD: cell, TO_PALLET_NO: PALLET_NO, TO_BOX_NO: BOX_NO }
    const move = { BALANCE_ID: String(id), WORK_QTY: 10, ...to }
    await this.saved('inventory/move', [move], 'DOC_NO')
    return { STOCK_CD: item, CELL_CD: cell, ZONE_CD: zone, PALLET_NO, BOX_NO }
  }

  async stockReceivedSince(days: number): Promise<WalkArguments> {
    const found = await this.addStock()
    await this.db.script(`
      alter table stock_movement disable trigger stock_movement_append_only;
      update stock_movement set posted_at = posted_at - interval '${days} days'
        where stock_cd = '${found.STOCK_CD}';
      alter table stock_movement enable trigger stock_movement_append_only`)
    return found
  }

  async lot(): Promise<WalkArguments> {
    const { STOCK_CD } = await this.addStock()
    const LOT_NO = `LOT-${STOCK_CD}`
    await putStock(this.db, { item: STOCK_CD, qty: 3, lot: LOT_NO })
    return { STOCK_CD, LOT_NO }
  }

  /** A recall of a lot that was shipped. */
  async recall(): Promise<WalkArguments> {
    const { STOCK_CD = '', LOT_NO = '' } = await this.lot()
    const lines = [{ STOCK_CD, LOT_NO, ORDER_QTY: 1 }]
    await this.#runSteps(await addOrder(this.user, lines), shippedSteps)
    const rows = [{ OWNER_CD: 'HANBIT', STOCK_CD, LOT_NO }]
    const RECALL_NO = await this.saved('inventory/block-recall', rows, 'RECALL_NO')
    return { RECALL_NO }
  }

  async addError(): Promise<WalkArguments> {
    await this.db.script(
      `insert into error_log (path, error_code, detail) values ('job/mail', 'JOB_FAILED', 'x')`,
    )
    return {}
  }

  createProfile(field: string, prefix: string): WalkArguments {
    return { [`NEW_${field}`]: `${prefix}${this.next()}` }
  }

  async job(): Promise<WalkArguments> {
    await this.db.script(`insert into job (kind) values ('walk')`)
    return {}
  }

  async receipt(head: Row = {}): Promise<WalkArguments & { readonly RECEIPT_NO: string }> {
    const { STOCK_CD } = await this.addStock()
    const lines = [{ STOCK_CD, ORDER_QTY: 2 }]
    return { RECEIPT_NO: await expectStock(this.user, lines, head), STOCK_CD }
  }

  async shipment(
    ...steps: readonly string[]
  ): Promise<WalkArguments & { readonly SHIPMENT_NO: string }> {
    const { STOCK_CD } = await this.addStock()
    const on = timestampAt(Date.now()).slice(0, 8)
    const number = await addOrder(this.user, [{ STOCK_CD, ORDER_QTY: 1 }], { SHIPMENT_DT: on })
    await this.#runSteps(number, steps)
    return { SHIPMENT_NO: number, STOCK_CD }
  }

  async #runSteps(number: string, steps: readonly string[]): Promise<void> {
    for (const name of steps) {
      if (name === 'pick') await pickAll(this.user, number)
      else if (name === 'check') await checkAll(this.user, number)
      else await runStep(this.user, name, number)
    }
  }

  /** Documents saved by separate procedures: samples, and customers' requests. */
  async document(
    procedure: string,
    number: string,
    date: string,
    on = testDay,
  ): Promise<WalkArguments> {
    const { STOCK_CD } = await this.addStock()
    const rows = toRows({ [date]: on }, [{ STOCK_CD, ORDER_QTY: 1 }])
    return { [number]: await this.saved(procedure, rows, number), STOCK_CD }
  }

  /** Samples are allocated only to sample shipments. */
  async sampleShipment(procedure: string): Promise<WalkArguments> {
    const found = await this.document(procedure, 'SHIPMENT_NO', 'SHIPMENT_DT')
    await putStock(this.db, { item: found['STOCK_CD'] ?? '', qty: 5, condition: 'SAMPLE' })
    return found
  }

  /** A rejected partner message: its line has an unknown item. */
  async message(area: string): Promise<WalkArguments> {
    this.#count += 1
    const PROFILE_CD = `P${this.#count}`
    const profile = { OWNER_CD: 'HANBIT', PROFILE_CD }
    const named = { BATCH_FLAG: 'I', ...profile, PROFILE_NM: PROFILE_CD }
    await this.saved('master/save-partner-profile', [named], 'PROFILE_CD')
    const MESSAGE_NO = `WM${this.#count}`
    const rows = toRows({ ...profile, MESSAGE_NO }, [{ STOCK_CD: 'NOSUCH' }])
    const MESSAGE_ID = await this.saved(`${area}/save-partner-messages`, rows, 'MESSAGE_ID')
    return { MESSAGE_ID, MESSAGE_NO }
  }

  /** A count of one item: planned, counted one short by another user, then approved. */
  async count(reached: 'planned' | 'counted' | 'agreed'): Promise<WalkArguments> {
    const { STOCK_CD, CELL_CD } = await this.addStock()
    const group = { METHOD_CD: 'STOCK', OWNER_CD: 'HANBIT', STOCK_CD, ABC_CD: 'C' }
    const COUNT_DT = timestampAt(Date.now()).slice(0, 8)
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

export const prepareNothing: Prepare = () => Promise.resolve({})

export function prepareAll(names: readonly string[], prepare: Prepare): Record<string, Prepare> {
  return Object.fromEntries(names.map((name) => [name, prepare]))
}
