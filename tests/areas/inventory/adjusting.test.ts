import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { gradeBeforeAdjusting } from '#areas/inventory/server/awaited-pieces.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, addOrder, putStock, rowErrors, runStep } from '#tests/support/floor.ts'
import { requiredMessage } from '#kernel/required.ts'
import { columnLabels } from '#tests/support/labels.ts'
import { insufficientStock } from '#areas/inventory/server/work-engine.ts'
import { saveReturn, shipItem, addStockedItem } from '#tests/support/returns.ts'

let site: TestSite
let user: TestUser
let second: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  second = await site.login('second')
})
afterAll(() => closeVerified(site))

const adjust = (id: number, qty: number, extra: Record<string, Value> = {}) =>
  user.save('inventory/adjust', [
    { BALANCE_ID: String(id), ADJUST_QTY: qty, REASON: 'count difference', ...extra },
  ])

async function getQuantity(id: number): Promise<Value | undefined> {
  const [row] = await site.db.query<{ qty: number }>(sql`
    select qty from stock_balance where balance_id = ${id}`)
  return row?.qty
}

async function getPendingRequest(id: number): Promise<Record<string, Value>> {
  const rows = await user.query('inventory/adjust-requests', {
    BALANCE_ID: String(id),
    STATE_CD: '10',
  })
  return { REQUEST_NO: rows[0]?.['REQUEST_NO'] ?? null }
}

test('surplus and missing pieces change the stock, and the ledger records the reason', async () => {
  const item = await addItem(site.db, 'COUNTED')
  const id = await putStock(site.db, { item, qty: 10 })
  expect((await adjust(id, 3)).body.data.rows[0]).toMatchObject({ STATE_CD: '20' })
  expect(await getQuantity(id)).toBe(13)
  await adjust(id, -5)
  expect(await getQuantity(id)).toBe(8)
  const lines = await user.query('inventory/movements', { STOCK_CD: item, DOC_NO: 'IV-%' })
  expect(lines.map((line) => [line['QTY'], line['FROM_PLACE_CD'], line['REASON']])).toEqual([
    [5, 'CELL', 'count difference'],
    [3, 'ADJUSTMENT', 'count difference'],
  ])
})

test('movements posted together share one timestamp and its date, despite an earlier save time', async () => {
  const places = ['DAY-1', 'DAY-2'].map(async (name) => {
    return putStock(site.db, { item: await addItem(site.db, name), qty: 4 })
  })
  const ids = await Promise.all(places)
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now - 24 * 60 * 60_000)
  const rows = ids.map((id) => ({ BALANCE_ID: String(id), ADJUST_QTY: 1, REASON: 'midnight' }))
  const saved = await user.save('inventory/adjust', rows)
  clock.mockRestore()
  expect(rowErrors(saved)).toEqual([])
  const posted = await site.db.query(sql`
    select count(*) n, count(distinct posted_at) moments,
      count(*) filter (where business_dt = warehouse_day(posted_at)) of_their_day
    from stock_movement where reason = 'midnight'`)
  expect(posted).toEqual([{ n: 2, moments: 1, of_their_day: 2 }])
})

test('an adjustment needs a reason and a quantity that is not zero', async () => {
  const id = await putStock(site.db, { item: await addItem(site.db, 'EMPTY'), qty: 1 })
  expect(rowErrors(await adjust(id, 1, { REASON: null }))).toEqual([
    [1, 'REASON', requiredMessage(columnLabels.REASON).ko],
  ])
  expect(rowErrors(await adjust(id, 0))).toEqual([
    [1, 'ADJUST_QTY', '0이 아닌 조정수량을 입력하세요.'],
  ])
})

test('an adjustment cannot remove allocated stock, and the error names the shipment', async () => {
  const item = await addItem(site.db, 'WANTED')
  const id = await putStock(site.db, { item, qty: 10 })
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 6 }])
  await runStep(user, 'allocate', number)
  expect(rowErrors(await adjust(id, -5))).toEqual([
    [1, 'ADJUST_QTY', insufficientStock(4, number).ko],
  ])
  expect((await adjust(id, -4)).status).toBe(200)
})

test('an adjustment over the limit changes nothing until a second user approves', async () => {
  const item = await addItem(site.db, 'LARGE')
  const id = await putStock(site.db, { item, qty: 500 })
  expect((await adjust(id, -101)).body.data.rows[0]).toMatchObject({ STATE_CD: '10' })
  expect(await getQuantity(id)).toBe(500)
  const request = await getPendingRequest(id)
  expect(rowErrors(await user.save('inventory/approve-adjust', [request]))).toEqual([
    [1, 'REQUEST_NO', '본인이 요청한 조정은 승인할 수 없습니다. 다른 사용자가 승인해야 합니다.'],
  ])
  expect(await getQuantity(id)).toBe(500)
  expect((await second.save('inventory/approve-adjust', [request])).status).toBe(200)
  expect(await getQuantity(id)).toBe(399)
  const [row] = await user.query('inventory/adjust-requests', { BALANCE_ID: String(id) })
  expect(row).toMatchObject({ STATE_CD: '20', REQUESTED_BY: 'admin', DECIDED_BY: 'second' })
  expect(rowErrors(await second.save('inventory/approve-adjust', [request]))).toEqual([
    [1, 'REQUEST_NO', '승인을 기다리는 요청이 아닙니다. 다시 조회하세요.'],
  ])
  expect(await getQuantity(id)).toBe(399)
})

test('an adjustment over the limit cannot be split into smaller rows', async () => {
  const id = await putStock(site.db, { item: await addItem(site.db, 'CUT'), qty: 500 })
  const half = { BALANCE_ID: String(id), ADJUST_QTY: -60, REASON: 'count difference' }
  const response = await user.save('inventory/adjust', [half, half])
  expect(rowErrors(response)).toEqual([
    [2, 'ADJUST_QTY', '승인이 필요한 조정은 재고마다 한 행으로 입력하세요.'],
  ])
  expect(await getQuantity(id)).toBe(500)
})

test('a pending adjustment is found, blocks another one and can be rejected', async () => {
  const item = await addItem(site.db, 'REJECTED')
  const id = await putStock(site.db, { item, qty: 500 })
  await adjust(id, 200)
  const found = await user.query('inventory/stock-to-work', {
    STOCK_CD: item,
    ADJUST_STATE_CD: '10',
  })
  expect(found.map((row) => row['BALANCE_ID'])).toEqual([String(id)])
  expect(rowErrors(await adjust(id, 1))).toEqual([
    [1, 'ADJUST_QTY', '승인을 기다리는 조정이 있습니다. 먼저 승인하거나 반려하세요.'],
  ])
  expect((await second.save('inventory/reject-adjust', [await getPendingRequest(id)])).status).toBe(
    200,
  )
  expect(await getQuantity(id)).toBe(500)
  expect((await adjust(id, 1)).status).toBe(200)
})

test('approving an adjustment does not remove stock allocated in the meantime', async () => {
  const item = await addItem(site.db, 'MEANWHILE')
  const id = await putStock(site.db, { item, qty: 200 })
  await adjust(id, -150)
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 100 }])
  await runStep(user, 'allocate', number)
  const response = await second.save('inventory/approve-adjust', [await getPendingRequest(id)])
  expect(rowErrors(response)).toEqual([[1, 'ADJUST_QTY', insufficientStock(100, number).ko]])
  expect(await getQuantity(id)).toBe(200)
})

test('approving adjustments of two stock records leaves the pieces that a return has to grade', async () => {
  const item = await addStockedItem(site.db, 'L1')
  const SHIPMENT_NO = await shipItem(user, item, 3)
  const RECEIPT_NO = await saveReturn(user, item, 3, { SHIPMENT_NO })
  await user.save('returns/arrive', [{ RECEIPT_NO, CODE: item, QTY: 3 }])
  const getInspectedStock = async () => {
    const search = { STOCK_CD: item, CONDITION_CD: 'INSPECT' }
    const rows = await user.query('inventory/stock-to-work', search)
    return rows.map((row) => Number(row['BALANCE_ID']))
  }
  const [arrived = 0] = await getInspectedStock()
  expect(rowErrors(await adjust(arrived, 1)), 'a piece too many by mistake').toEqual([])
  const move = { BALANCE_ID: String(arrived), WORK_QTY: 2, TO_CELL_CD: 'A-007', REASON: 'x' }
  expect(rowErrors(await user.save('inventory/move', [move]))).toEqual([])
  await site.db.script(`update warehouse set adjust_limit_qty = 0`)
  const decided: unknown[] = []
  const both = await getInspectedStock()
  for (const id of both) await adjust(id, -1)
  for (const id of both) {
    decided.push(
      rowErrors(await second.save('inventory/approve-adjust', [await getPendingRequest(id)])),
    )
  }
  expect(decided).toEqual([[], [[1, 'ADJUST_QTY', gradeBeforeAdjusting.ko]]])
})
