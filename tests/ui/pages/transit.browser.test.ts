import { afterAll, beforeAll, expect, test } from 'vitest'
import { loseTransfer } from '#areas/inventory/operations/warehouse-transfer.ts'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import type { TestUser } from '#tests/support/app.ts'
import { expectStock } from '#tests/support/floor.ts'
import { createPageUser } from '#tests/support/page-user.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { rowPattern } from '#tests/support/labels.ts'

const OWNER_CD = 'SEOJIN'
const STOCK_CD = 'SENT'

let server: ServerProcess
let user: KeyboardUser
let staff: TestUser

beforeAll(async () => {
  server = await startServer()
  user = await KeyboardUser.open(server.url)
  await user.logIn()
  staff = createPageUser(user.page, 'W01')
  const item = { OWNER_CD, STOCK_CD, STOCK_NM: 'Sent item' }
  expect((await staff.save('master/upload-stock', [item])).status).toBe(200)
  const receipt = await expectStock(staff, [{ STOCK_CD, ORDER_QTY: 10 }], { OWNER_CD })
  await staff.save('inbound/receive-bulk', [{ RECEIPT_NO: receipt }])
})
afterAll(async () => {
  await user.close()
  await server.discard()
})

const getTransfers = (DIRECTION_CD: string) =>
  staff.query('inventory/warehouse-transfers', { DIRECTION_CD, STOCK_CD })
const getLeftQuantities = async () => (await getTransfers('SENT')).map((row) => row['QTY'])

async function send(WORK_QTY: number): Promise<void> {
  const [row] = await getTransfers('OUT')
  const sent = await staff.save('inventory/transfer-warehouse', [
    { ...row, WORK_QTY, TO_WCODE: 'W02' },
  ])
  expect(sent.status, sent.body.message).toBe(200)
}

test('a selection, one key and a reason record a loss in transit, and another key undoes it', async () => {
  await send(6)
  await user.openScreen('InventoryTransferWarehouse', `DIRECTION_CD=SENT STOCK_CD=${STOCK_CD}`)
  await user.expectText(rowPattern('1', '1'))
  await user.press('Alt+g')
  await user.press('Space')
  await user.press('Alt+x')
  await user.expectText(loseTransfer.title.ko)
  await user.type('fell off')
  await user.press('Enter')
  await expect.poll(getLeftQuantities).toEqual([])
  await user.press('Control+z')
  await expect.poll(getLeftQuantities).toEqual([6])
  expect(user.complaints).toEqual([])
})
