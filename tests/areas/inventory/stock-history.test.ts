import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, putStock } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

test('the history shows pallets and receipt date, from which storage can be recalculated', async () => {
  const item = await addItem(site.db, 'PALLETS')
  const id = await putStock(site.db, { item, qty: 10, pallet: 'P1', received: '20261103' })
  for (const more of [
    { WORK_QTY: 4, TO_CELL_CD: 'A-002', TO_PALLET_NO: 'P2' },
    { WORK_QTY: 1, TO_CELL_CD: 'A-003' },
  ]) {
    const response = await user.save('inventory/move', [{ BALANCE_ID: String(id), ...more }])
    expect(response.status).toBe(200)
  }
  const rows = await user.query('inventory/movements', { STOCK_CD: item })
  const shown = ['FROM_PALLET_NO', 'TO_PALLET_NO', 'RECEIVED_DT']
  expect(rows.map((row) => shown.map((name) => row[name]))).toEqual([
    ['P1', null, '20261103'],
    ['P1', 'P2', '20261103'],
    [null, 'P1', '20261103'],
  ])
})
