import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  expectStock,
  orderLine,
  addOrder,
  pickAll,
  putStock,
  runStep,
} from '#tests/support/floor.ts'
import { pastDates } from '#tests/support/past-dates.ts'
import { emptyPlan, compareReportedDays } from '#tests/support/reported-days.ts'
import { soakSize } from '#tests/support/suite.ts'

type Row = Record<string, Value>

const today = timestampAt(Date.now()).slice(0, 8)
const past = addDays(today, -60)
const seed = Number(process.env['SEED'] ?? 20_261_128)

let site: TestSite
let admin: TestUser
let setDate: (date: string | null) => Promise<void>

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  setDate = await pastDates(site.db)
})
afterAll(() => closeVerified(site))

async function saveOrThrow(procedure: string, ...rows: Row[]): Promise<void> {
  const { status, body } = await admin.save(procedure, rows)
  expect([procedure, status, body.rows ?? []]).toEqual([procedure, 200, []])
}

const total = (rows: readonly Row[], column: string, scale = 1000) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column] ?? 0) * scale), 0)

async function getFigures(
  name: string,
  search: Row,
  columns: readonly string[],
): Promise<number[]> {
  const rows = await admin.query(name, search)
  return columns.map((column) => total(rows, column, 1))
}

async function createChecked(
  items: readonly string[],
  SHIPMENT_DT: string,
  qty = 2,
): Promise<string> {
  const number = await addOrder(
    admin,
    items.map((item) => orderLine(item, qty)),
    { SHIPMENT_DT },
  )
  for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, number)
  await pickAll(admin, number)
  await checkAll(admin, number)
  await runStep(admin, 'finish-check', number)
  return number
}

/** Ships two of ten pieces of a new item on the past date. */
async function shipBefore(item: string): Promise<string> {
  await setDate(past)
  await addItem(site.db, item)
  await putStock(site.db, { item, qty: 10 })
  const number = await createChecked([item], past)
  await runStep(admin, 'ship', number)
  await setDate(null)
  return number
}

/** Receives the rest of a line, or the given quantities. */
async function receive(RECEIPT_NO: string, extra: Row = {}): Promise<void> {
  const [open] = await admin.query('inbound/receiving-lines', { RECEIPT_NO })
  const qty = open?.['OPEN_QTY'] ?? null
  await saveOrThrow('inbound/receive', {
    RECEIPT_NO,
    LINE_NO: 1,
    CELL_CD: 'A-001',
    NOW_QTY: qty,
    ...extra,
  })
}

async function cancelReceiving(RECEIPT_NO: string): Promise<void> {
  const [movement] = await admin.query('inbound/received-movements', { RECEIPT_NO })
  await saveOrThrow('inbound/cancel-receiving', { ...movement, REASON: 'wrong' })
}

const getShipmentsOn = (STOCK_CD: string, SHIPMENT_DT: string) =>
  getFigures('reports/shipment-plan-actual', { STOCK_CD, SHIPMENT_DT }, [
    'ORDER_QTY',
    'SHIP_QTY',
    'SHORT_QTY',
    'SHIPMENT_COUNT',
    'OTIF_COUNT',
  ])
const getReceiptsOn = (STOCK_CD: string, RECEIPT_DT: string) =>
  getFigures('reports/receipt-plan-actual', { STOCK_CD, RECEIPT_DT }, [
    'ORDER_QTY',
    'RECEIVE_QTY',
    'ON_TIME_QTY',
    'REJECT_QTY',
    'RECEIPT_COUNT',
  ])

describe('a shipment cancelled after its date', () => {
  test('stays on its date in every report and is negative on the date of the cancellation', async () => {
    const number = await shipBefore('SHIPPED-EARLIER')
    const ofItem = { STOCK_CD: 'SHIPPED-EARLIER' }
    const getFiguresOn = async (date: string) => [
      await getFigures('reports/shipments-by-lot', { ...ofItem, BUSINESS_DT: date }, ['SHIP_QTY']),
      await getFigures('reports/own-shipments', { ...ofItem, SHIPMENT_DT: date }, ['SHIP_QTY']),
      await getFigures('reports/shipment-chart', { ...ofItem, SHIPMENT_DT: date }, ['SHIP_QTY']),
      await getFigures('billing/real-shipments', { ...ofItem, WORK_DT: date }, ['SHIP_QTY']),
      await getShipmentsOn('SHIPPED-EARLIER', date),
    ]
    const stored = [[2], [2], [2], [2], [2, 2, 0, 1, 1]]
    const back = [[-2], [-2], [-2], [-2], [0, -2, 0, 0, 0]]
    const none = [[0], [0], [0], [0], [0, 0, 0, 0, 0]]
    expect([await getFiguresOn(past), await getFiguresOn(today)]).toEqual([stored, none])
    await runStep(admin, 'cancel-shipping', number)
    expect([await getFiguresOn(past), await getFiguresOn(today)]).toEqual([stored, back])
    await runStep(admin, 'ship', number)
    expect([await getFiguresOn(past), await getFiguresOn(today)]).toEqual([stored, none])
    await runStep(admin, 'cancel-shipping', number)
    expect([await getFiguresOn(past), await getFiguresOn(today)]).toEqual([stored, back])
  })

  test('leaves the actual shipments of its date without a shortage', async () => {
    const number = await shipBefore('NOT-SHORT')
    await runStep(admin, 'cancel-shipping', number)
    const request = { STOCK_CD: 'NOT-SHORT', WORK_DT: past }
    const columns = ['ORDER_QTY', 'SHIP_QTY', 'SHORT_QTY']
    expect(await getFigures('billing/real-shipments', request, columns)).toEqual([2, 2, 0])
  })

  test('reverses the CBM that left even if the item was re-measured since', async () => {
    const number = await shipBefore('MEASURED-AGAIN')
    const setVolume = (cbm: number) =>
      site.db.execute(sql`update stock set cbm = ${cbm}::numeric where stock_cd = 'MEASURED-AGAIN'`)
    await site.db.script(`
      alter table stock_movement disable trigger user;
      update stock_movement set cbm = 1 where doc_no = '${number}';
      alter table stock_movement enable trigger user;
      update shipment_line set ship_cbm = 1 where shipment_no = '${number}'`)
    await setVolume(0.7)
    await runStep(admin, 'cancel-shipping', number)
    for (const name of ['reports/shipments-by-lot', 'reports/shipments-by-stock']) {
      const getVolumeOn = (date: string) =>
        getFigures(name, { STOCK_CD: 'MEASURED-AGAIN', SHIPMENT_DT: date }, ['CBM'])
      expect([name, await getVolumeOn(past), await getVolumeOn(today)]).toEqual([name, [1], [-1]])
    }
  })

  test.each([
    ['moved to another date with another quantity', 'U'],
    ['cancelled with its order', 'D'],
  ])('keeps its date as reported even if it is %s', async (_, BATCH_FLAG) => {
    const item = `CANCELLED-${BATCH_FLAG}`
    const number = await shipBefore(item)
    await runStep(admin, 'cancel-shipping', number)
    await runStep(admin, 'cancel-check', number)
    const picked = await admin.query('outbound/picked-lines', { SHIPMENT_NO: number })
    for (const row of picked) {
      const back = { ALLOC_ID: row['ALLOC_ID'] ?? null, BACK_QTY: row['PICK_QTY'] ?? null }
      await saveOrThrow('outbound/cancel-pick', { ...back, RELEASE_YN: 'N' })
    }
    await runStep(admin, 'cancel-allocation', number)
    const [head] = await admin.query('outbound/shipments', { SHIPMENT_NO: number })
    const [first] = await admin.query('outbound/shipment-lines', { SHIPMENT_NO: number })
    const changed = { BATCH_FLAG, DOC_REF: number }
    const rows: Row[] = [{ ...head, ...changed, ROW_TYPE: 'H', SHIPMENT_DT: today }]
    if (BATCH_FLAG === 'U') rows.push({ ...first, ...changed, ROW_TYPE: 'L', ORDER_QTY: 5 })
    await saveOrThrow('outbound/save-shipments', ...rows)
    expect(await getShipmentsOn(item, past)).toEqual([2, 2, 0, 1, 1])
    expect(await getShipmentsOn(item, today)).toEqual([0, -2, 0, 0, 0])
  })
})

describe('a receipt cancelled after its date', () => {
  test('stays on its date in every report and is negative on the date of the cancellation', async () => {
    await setDate(past)
    const item = await addItem(site.db, 'RECEIVED-EARLIER')
    const number = await expectStock(admin, [orderLine(item, 5)], { RECEIPT_DT: past })
    await receive(number)
    await setDate(null)
    const ofItem = { STOCK_CD: item }
    const getFiguresOn = async (date: string) => [
      await getFigures('reports/receipts-by-lot', { ...ofItem, BUSINESS_DT: date }, [
        'RECEIVE_QTY',
      ]),
      await getFigures('reports/own-receipts', { ...ofItem, RECEIPT_DT: date }, ['RECEIVE_QTY']),
      await getFigures('reports/receipt-chart', { ...ofItem, RECEIPT_DT: date }, ['RECEIVE_QTY']),
      await getFigures('billing/real-receipts', { ...ofItem, WORK_DT: date }, ['RECEIVE_QTY']),
      await getReceiptsOn(item, date),
    ]
    const stored = [[5], [5], [5], [5], [5, 5, 5, 0, 1]]
    await cancelReceiving(number)
    expect([await getFiguresOn(past), await getFiguresOn(today)]).toEqual([
      stored,
      [[-5], [-5], [-5], [-5], [0, -5, -5, 0, 0]],
    ])
    await receive(number)
    // Received again, but no longer on time.
    expect([await getFiguresOn(past), await getFiguresOn(today)]).toEqual([
      stored,
      [[0], [0], [0], [0], [0, 0, -5, 0, 0]],
    ])
  })

  test('keeps its rejected quantity on its date if the rejection is cancelled later', async () => {
    await setDate(past)
    const item = await addItem(site.db, 'REJECTED-EARLIER')
    const number = await expectStock(admin, [orderLine(item, 5)], { RECEIPT_DT: past })
    await receive(number, { NOW_QTY: 3, REJECT_NOW_QTY: 2, REJECT_REASON: 'wet' })
    await setDate(null)
    const rows = await admin.query('inbound/received-movements', { RECEIPT_NO: number })
    const rejected = rows.filter((row) => row['REJECT_NO'] !== null)
    await saveOrThrow(
      'inbound/cancel-receiving',
      ...rejected.map((row) => ({ ...row, REASON: 'dry' })),
    )
    expect(await getReceiptsOn(item, past)).toEqual([5, 3, 3, 2, 1])
    expect(await getReceiptsOn(item, today)).toEqual([0, 0, 0, -2, 0])
  })
})

test('lines that were stored as reported are never changed or deleted', async () => {
  for (const change of [
    sql`update closed_line set done_qty = 0`,
    sql`delete from closed_line`,
    sql`truncate closed_line`,
  ]) {
    await expect(site.db.execute(change)).rejects.toMatchObject({ code: 'WM001' })
  }
})

describe('random cancellations before and after the end of a date', () => {
  const dates = [-3, -2, -1, 0].map((days) => addDays(today, days))
  const plans = [-4, -3, -2, -1, 0, 1].map((days) => addDays(today, days))
  const chance = fc.integer({ min: 0, max: 99 })
  const lives = fc.array(
    fc.record({ plan: fc.integer({ min: -1, max: 1 }), qty: fc.integer({ min: 1, max: 9 }) }),
    { minLength: soakSize(2, 6), maxLength: soakSize(3, 9) },
  )

  beforeAll(async () => {
    await setDate(addDays(today, -9))
    for (const item of ['LIVED-A', 'LIVED-B']) {
      await addItem(site.db, item)
      await putStock(site.db, { item, qty: 9000 })
    }
    const rolls = fc.sample(chance, { numRuns: 400, seed })[Symbol.iterator]()
    const isLucky = (percent: number) => (rolls.next().value ?? 0) < percent
    const shipments: { number: string; isShipped: boolean }[] = []
    const receipts: string[] = []
    for (const [index, date] of dates.entries()) {
      await setDate(date === today ? null : date)
      const [born = []] = fc.sample(lives, { numRuns: 1, seed: seed + index })
      for (const { plan, qty } of born) {
        const number = await createChecked(['LIVED-A', 'LIVED-B'], addDays(date, plan), qty)
        shipments.push({ number, isShipped: false })
        const expected = [orderLine('LIVED-A', qty + 1)]
        const head = { RECEIPT_DT: addDays(date, plan) }
        receipts.push(await expectStock(admin, expected, head))
      }
      for (let round = 0; round < 2; round += 1) {
        for (const shipment of shipments) {
          if (!isLucky(60)) continue
          await runStep(admin, shipment.isShipped ? 'cancel-shipping' : 'ship', shipment.number)
          shipment.isShipped = !shipment.isShipped
        }
        for (const number of receipts) {
          const [open] = await admin.query('inbound/receiving-lines', { RECEIPT_NO: number })
          const done = await admin.query('inbound/received-movements', { RECEIPT_NO: number })
          if (open && isLucky(50)) await receive(number, isLucky(50) ? { NOW_QTY: 1 } : {})
          else if (done.length > 0 && isLucky(60)) await cancelReceiving(number)
        }
      }
    }
    await setDate(null)
  })

  const kinds = [
    {
      kind: 'SHIPMENT',
      qty: 'SHIP_QTY',
      flow: 'SHIPMENT_QTY',
      real: 'billing/real-shipments',
      byLot: 'reports/shipments-by-lot',
      planActual: 'reports/shipment-plan-actual',
      planDate: 'SHIPMENT_DT',
      byPlan: ['own-shipments', 'shipments', 'shipment-summary', 'shipments-by-lot'],
    },
    {
      kind: 'RECEIPT',
      qty: 'RECEIVE_QTY',
      flow: 'RECEIPT_QTY',
      real: 'billing/real-receipts',
      byLot: 'reports/receipts-by-lot',
      planActual: 'reports/receipt-plan-actual',
      planDate: 'RECEIPT_DT',
      byPlan: ['own-receipts', 'receipts', 'receipt-summary', 'receipts-by-lot'],
    },
  ] as const
  const livedItems = { STOCK_CD: 'LIVED-A,LIVED-B' }

  /** Expected figures from the ledger of the simulated owners, without stock of other tests. */
  const expectDays = async (kind: 'RECEIPT' | 'SHIPMENT') => {
    const days = await compareReportedDays(site.db, kind, 'LIVED-A,LIVED-B')
    expect(days.corrected).toBeGreaterThan(0)
    return days
  }

  test.each(kinds)('$kind: every report by posting date equals the ledger', async (kind) => {
    const days = await expectDays(kind.kind)
    for (const date of plans) {
      const work = days.posted.get(date) ?? { qty: 0, cbm: 0 }
      const byLot = await admin.query(kind.byLot, { ...livedItems, BUSINESS_DT: date })
      const flows = await admin.query('reports/stock-movements', { ...livedItems, STOCK_DT: date })
      const real = await admin.query(kind.real, { ...livedItems, WORK_DT: date })
      const shown = [
        total(byLot, kind.qty),
        total(flows, kind.flow),
        total(real, kind.qty),
        total(byLot, 'CBM', 1_000_000),
      ]
      expect([date, shown]).toEqual([date, [work.qty, work.qty, work.qty, work.cbm]])
    }
  })

  test.each(kinds)('$kind: every report by planned date equals the orders', async (kind) => {
    const days = await expectDays(kind.kind)
    for (const date of plans) {
      const plan = days.planned.get(date) ?? emptyPlan()
      const search = { ...livedItems, [kind.planDate]: date }
      const rows = await admin.query(kind.planActual, search)
      const shown = {
        ordered: total(rows, 'ORDER_QTY'),
        done: total(rows, kind.qty),
        documents: total(rows, `${kind.kind}_COUNT`, 1),
        ...(kind.kind === 'RECEIPT'
          ? { late: total(rows, 'LATE_QTY') }
          : { full: total(rows, 'FULL_COUNT', 1), onTime: total(rows, 'ON_TIME_COUNT', 1) }),
      }
      expect([date, plan]).toMatchObject([date, shown])
      for (const name of kind.byPlan) {
        const others = await admin.query(`reports/${name}`, search)
        expect([date, name, total(others, kind.qty)]).toEqual([date, name, plan.done])
      }
    }
  })
})
