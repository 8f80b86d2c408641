import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireRow } from '#kernel/field.ts'
import type { RowWindow } from '#server/engine/handler.ts'
import { orderRowHandlers } from '#areas/supply-chain/server/order-rows.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { addItem } from '#tests/support/floor.ts'
import { countRowsOfList } from '#tests/support/rows-touched.ts'

const orders = 2000
const lines = 3
const first = 100

let site: TestSite

beforeAll(async () => {
  site = await testSite()
  const item = await addItem(site.db, 'PLANNED')
  // Half of the orders are accepted, with documents as accepting creates them.
  await site.db.script(`
    insert into scm_order (scm_no, wcode, kind_cd, owner_cd, request_dt)
      select 'SO-P-' || to_char(n, 'fm0000'), 'W01', 'OUT', 'HANBIT', date '2029-01-10' + n % 7
      from generate_series(1, ${orders}) n;
    insert into scm_order_line (scm_no, line_no, owner_cd, stock_cd, order_qty)
      select scm_no, k, owner_cd, '${item}', 5 from scm_order, generate_series(1, ${lines}) k
      where scm_no like 'SO-P-%';
    insert into shipment (shipment_no, wcode, owner_cd, shipment_dt)
      select 'OUT' || scm_no, wcode, owner_cd, request_dt from scm_order
      where scm_no ~ '^SO-P-.*[02468]$';
    insert into shipment_line (shipment_no, line_no, owner_cd, stock_cd, order_qty)
      select 'OUT' || scm_no, line_no, owner_cd, stock_cd, order_qty from scm_order_line
      where scm_no ~ '^SO-P-.*[02468]$';
    insert into scm_order_link (scm_no, line_no, shipment_no, shipment_line)
      select scm_no, line_no, 'OUT' || scm_no, line_no from scm_order_line
      where scm_no ~ '^SO-P-.*[02468]$'`)
  await site.db.script('analyze')
})
afterAll(() => site.close())

const countTouchedRows = (name: string, search: WireRow, window?: RowWindow) =>
  countRowsOfList(site.db, orderRowHandlers, name, search, window)

const windowed = { first: 0, rows: first }

test('the first page of orders is read without lines and documents of other orders', async () => {
  const search = { KIND_CD: 'OUT', OWNER_CD: 'HANBIT' }
  const touched = await countTouchedRows('supply-chain/orders', search, windowed)
  expect(touched['scm_order']).toBeLessThanOrEqual(first + 1)
  expect(touched['scm_order_line']).toBeLessThanOrEqual(lines * (first + 1))
  expect(touched['scm_order_link']).toBeLessThanOrEqual(lines * (first + 1))
  expect(touched['shipment']).toBeLessThanOrEqual(lines * (first + 1))
})

test('the full list reads only the lines and documents of each order', async () => {
  const touched = await countTouchedRows('supply-chain/orders', {
    KIND_CD: 'OUT',
    OWNER_CD: 'HANBIT',
  })
  expect(touched['scm_order']).toBe(orders)
  expect(touched['scm_order_line']).toBe(orders * lines)
  // EXPLAIN rounds the rows per loop to integers, so only an upper limit can be checked.
  expect(touched['scm_order_link']).toBeLessThanOrEqual(orders * lines)
  expect(touched['shipment']).toBeLessThanOrEqual(orders * lines)
})

test('the lines of one order are read without those of other orders', async () => {
  const touched = await countTouchedRows('supply-chain/order-lines', { SCM_NO: 'SO-P-0002' })
  expect(touched['scm_order_line']).toBe(lines)
  expect(touched['scm_order_link']).toBe(lines)
  expect(touched['shipment']).toBe(lines)
})

test('lines awaiting acceptance are read without the accepted ones', async () => {
  const search = { KIND_CD: 'OUT', OWNER_CD: 'HANBIT' }
  const touched = await countTouchedRows('supply-chain/open-lines', search, windowed)
  expect(touched['scm_order_line']).toBeLessThanOrEqual(first + 1)
  expect(touched['scm_order']).toBeLessThanOrEqual(first + 1)
})
