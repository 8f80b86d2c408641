import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventoryCodeLists } from '#areas/inventory/rules/code-lists.ts'
import { recallStatus } from '#areas/inventory/rules/recall-status.ts'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import type { TestUser } from '#tests/support/app.ts'
import { expectStock } from '#tests/support/floor.ts'
import { createPageUser } from '#tests/support/page-user.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'

const OWNER_CD = 'SEOJIN'
const STOCK_CD = 'RECALLED'
const LOT_NO = 'AB12'

let server: ServerProcess
let user: KeyboardUser
let staff: TestUser

beforeAll(async () => {
  server = await startServer()
  user = await KeyboardUser.open(server.url)
  await user.logIn()
  staff = createPageUser(user.page, 'W01')
  const item = { OWNER_CD, STOCK_CD, STOCK_NM: 'Recalled item', LOT_YN: 'Y' }
  expect((await staff.save('master/upload-stock', [item])).status).toBe(200)
  const lines = [{ STOCK_CD, ORDER_QTY: 10, LOT_NO }]
  const receipt = await expectStock(staff, lines, { OWNER_CD })
  await staff.save('inbound/receive-bulk', [{ RECEIPT_NO: receipt }])
})
afterAll(async () => {
  await user.close()
  await server.discard()
})

const getLotStates = async () =>
  (await staff.query('inventory/recall-lots', { STOCK_CD })).map((row) => row['STATE_CD'])

test('Enter after the lot and the save key block the lot, and one key closes the recall', async () => {
  await user.openScreen('Recall')
  await user.type('ab12')
  await user.press('Enter')
  await user.expectText(STOCK_CD)
  await user.press('Control+s')
  await expect.poll(getLotStates).toEqual([recallStatus.blocked])
  await user.expectText(inventoryCodeLists['recall-level'][2].ko)
  await user.press('Alt+r')
  await expect.poll(getLotStates).toEqual([recallStatus.closed, null])
  expect(user.complaints).toEqual([])
})
