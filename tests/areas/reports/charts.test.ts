import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import {
  expectStock,
  orderLine,
  addOrder,
  pickAll,
  putStock,
  runStep,
} from '#tests/support/floor.ts'

let site: TestSite
let admin: TestUser
let customer: TestUser

const long = [orderLine('PLAIN', 100)]

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await site.db.script(`insert into role_menu (role_cd, menu_id, actions) values
    ('CUSTOMER', 'WReceiptReport', '{search}'), ('CUSTOMER', 'WShipmentReport', '{search}')`)
  customer = await site.login('customer')
  const first = await expectStock(admin, long, { RECEIPT_DT: '20260901' })
  const second = await expectStock(admin, [orderLine('OTHER', 10)], { RECEIPT_DT: '20260901' })
  await expectStock(admin, long, { RECEIPT_DT: '20260903' })
  const cancelled = await expectStock(admin, long, { RECEIPT_DT: '20260901' })
  await site.db.execute(sql`
    update receipt set cancel_yn = 'Y', state_cd = '90' where receipt_no = ${cancelled}`)
  for (const [number, NOW_QTY] of [
    [first, 90],
    [second, 1],
  ] as const) {
    const [open] = await admin.query('inbound/receiving-lines', { RECEIPT_NO: number })
    const response = await admin.save('inbound/receive', [
      { RECEIPT_NO: number, LINE_NO: open?.['LINE_NO'] ?? 0, CELL_CD: 'A-001', NOW_QTY },
    ])
    expect(response.status, response.body.message).toBe(200)
  }
})
afterAll(() => site.close())

test('the daily fill rate is computed from quantities, not averaged over receipts', async () => {
  const rows = await admin.query('reports/receipt-chart', { RECEIPT_DT: '20260901~20260904' })
  expect(rows.map((row) => [row['RECEIPT_DT_DAY'], row['ORDER_QTY'], row['RECEIVE_QTY']])).toEqual([
    ['20260901', 110, 91],
    ['20260902', 0, 0],
    ['20260903', 100, 0],
    ['20260904', 0, 0],
  ])
  expect(rows.map((row) => row['FILL_RATE'])).toEqual([82.7, null, 0, null])
  expect(rows[0]).toMatchObject({ DOC_COUNT: 2, OPEN_QTY: 19 })
})

test('an item’s received quantity sums all its receipts', async () => {
  const search = { RECEIPT_DT: '20260901~20260904' }
  const rows = await admin.query('reports/receipt-stock-chart', search)
  expect(rows).toMatchObject([
    { STOCK_CD: 'OTHER', RECEIVE_QTY: 1, ORDER_QTY: 10 },
    { STOCK_CD: 'PLAIN', RECEIVE_QTY: 90, ORDER_QTY: 200 },
  ])
})

test('the shipment chart compares ordered and shipped quantities and excludes mere requests', async () => {
  await putStock(site.db, { item: 'PLAIN', qty: 500, cell: 'A-002' })
  const number = await addOrder(admin, [orderLine('PLAIN', 7)], { SHIPMENT_DT: '20260910' })
  await addOrder(admin, [orderLine('PLAIN', 3)], { SHIPMENT_DT: '20260910' })
  const request = await addOrder(admin, [orderLine('PLAIN', 50)], { SHIPMENT_DT: '20260910' })
  await site.db.execute(sql`
    update shipment set request_yn = 'Y', state_cd = '05' where shipment_no = ${request}`)
  for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, number)
  await pickAll(admin, number)
  const [picked] = await admin.query('outbound/shipment-lines', { SHIPMENT_NO: number })
  const scan = { SHIPMENT_NO: number, CODE: 'PLAIN', QTY: picked?.['PICK_QTY'] ?? 0 }
  await admin.save('outbound/check-scan', [scan])
  for (const name of ['finish-check', 'ship']) await runStep(admin, name, number)
  const rows = await admin.query('reports/shipment-chart', { SHIPMENT_DT: '20260910' })
  expect(rows).toMatchObject([{ ORDER_QTY: 10, SHIP_QTY: 7, SHORT_QTY: 3, FILL_RATE: 70 }])
  expect(rows[0]).toMatchObject({ DOC_COUNT: 2 })
  const items = await admin.query('reports/shipment-stock-chart', { SHIPMENT_DT: '20260910' })
  expect(items).toMatchObject([{ STOCK_CD: 'PLAIN', ORDER_QTY: 10, SHIP_QTY: 7 }])
})

test('stock is grouped by condition, and by lot in the lot chart', async () => {
  await putStock(site.db, { item: 'LOTTED', qty: 5, lot: 'L1', cell: 'A-003' })
  await putStock(site.db, { item: 'LOTTED', qty: 2, lot: 'L1', cell: 'A-004', condition: 'HELD' })
  await putStock(site.db, { item: 'LOTTED', qty: 4, lot: 'L2', cell: 'A-005' })
  const pickColumns = (rows: Awaited<ReturnType<TestUser['query']>>, ...names: string[]) =>
    rows.map((row) => names.map((name) => row[name]))
  const search = { STOCK_CD: 'LOTTED' }
  const items = await admin.query('reports/stock-chart', search)
  expect(pickColumns(items, 'CONDITION_CD', 'QTY')).toEqual([
    ['HELD', 2],
    ['NORMAL', 9],
  ])
  const lots = await admin.query('reports/lot-chart', search)
  expect(pickColumns(lots, 'LOT_NO', 'CONDITION_CD', 'QTY')).toEqual([
    ['L1', 'HELD', 2],
    ['L1', 'NORMAL', 5],
    ['L2', 'NORMAL', 4],
  ])
})

test('the work chart counts posted, picked and checked lines by user and warehouse hour', async () => {
  const [ledger] = await site.db.query<{ hour: string; rows: number }>(sql`
    select to_char(at at time zone 'Asia/Seoul', 'HH24') "hour", count(*)::int "rows" from (
      select posted_at at from stock_movement union all select picked_at from pick_record
      union all select checked_at from check_record) w
    group by 1 order by 2 desc, 1 limit 1`)
  const rows = await admin.query('reports/work-chart')
  const found = rows.find((row) => row['HOUR_CD'] === ledger?.hour && row['USER_ID'] === 'admin')
  expect(found?.['LINE_COUNT']).toBe(ledger?.rows)
})

test('a comparison aligns the dates of the previous period with those shown', async () => {
  const response = await admin.call('/api/wms/reports/receipt-chart', {
    SEARCH: { RECEIPT_DT: '20260903~20260904' },
    GROUP: {
      BY: [{ COLUMN: 'RECEIPT_DT', PERIOD: 'day' }],
      COMPARE: { SEARCH: { RECEIPT_DT: '20260901~20260902' }, SHIFT: { COUNT: 2, UNIT: 'day' } },
    },
  })
  expect(response.body.data).toMatchObject([
    { RECEIPT_DT_DAY: '20260903', RECEIVE_QTY: 0, RECEIVE_QTY_WAS: 91 },
    { RECEIPT_DT_DAY: '20260904', RECEIVE_QTY_WAS: 0 },
  ])
})

test('a customer does not see another owner’s receipts', async () => {
  const search = { RECEIPT_DT: '20260901~20260901' }
  const rows = await customer.query('reports/receipt-chart', search)
  expect(rows).toMatchObject([{ ORDER_QTY: 0, DOC_COUNT: 0 }])
})
