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

test('a row takes normal stock before damaged stock, because a sheet names no condition', async () => {
  const item = await addItem(site.db, 'MIXED-SHEET')
  const goods = { item, qty: 5, cell: 'A-090' }
  await putStock(site.db, { ...goods, condition: 'DAMAGED', received: '20261001' })
  await putStock(site.db, { ...goods, received: '20261002' })
  const row = { OWNER_CD: 'HANBIT', STOCK_CD: item, CELL_CD: 'A-090', TO_CELL_CD: 'A-091' }
  const response = await user.save('inventory/upload-moves', [{ ...row, WORK_QTY: 5 }])
  expect(response.status, response.body.message).toBe(200)
  const moved = await user.query('inventory/by-lot', { STOCK_CD: item, CELL_CD: 'A-091' })
  expect(moved).toMatchObject([{ CONDITION_CD: 'NORMAL', QTY: 5 }])
})
