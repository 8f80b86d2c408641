import { afterAll, beforeAll, expect, test } from 'vitest'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import type { TestUser } from '#tests/support/app.ts'
import { expectStock, addOrder, getState } from '#tests/support/floor.ts'
import { createPageUser } from '#tests/support/page-user.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { rowPattern } from '#tests/support/labels.ts'
import { fixedKeys } from '#ui/keys/fixed-keys.ts'
import { allocationPlan } from '#areas/outbound/operations/allocating.ts'
import {
  allocationConditions,
  allocationRemedies,
} from '#areas/outbound/rules/allocation-conditions.ts'

const { PLAN_QTY, SHORT_QTY } = allocationPlan
const summaryPattern = (planned: number, short: number): RegExp =>
  new RegExp(`${PLAN_QTY.label.ko} ${planned} · ${SHORT_QTY.label.ko} ${short} `)

/** The Enter key of an input, which the grid of this popup does not have. */
const enter = fixedKeys.find(({ keys }) => keys.includes('Enter'))

const OWNER_CD = 'SEOJIN'
const STOCK_CD = 'PLANNED'

let server: ServerProcess
let user: KeyboardUser
let staff: TestUser

beforeAll(async () => {
  server = await startServer()
  user = await KeyboardUser.open(server.url)
  await user.logIn()
  staff = createPageUser(user.page, 'W01')
  const item = { OWNER_CD, STOCK_CD, STOCK_NM: 'Preview item' }
  expect((await staff.save('master/upload-stock', [item])).status).toBe(200)
})
afterAll(async () => {
  await user.close()
  await server.discard()
})

async function hold(HOLD_CD: 'HOLD' | 'RELEASE', WORK_QTY: number): Promise<void> {
  const CONDITION_CD = HOLD_CD === 'HOLD' ? 'NORMAL' : 'HELD'
  const [row] = await staff.query('inventory/stock-to-work', { STOCK_CD, CONDITION_CD })
  const work = {
    BALANCE_ID: row?.['BALANCE_ID'] ?? null,
    HOLD_CD,
    WORK_QTY,
    REASON: 'quality check',
  }
  expect((await staff.save('inventory/hold', [work])).status).toBe(200)
}

test('an allocation preview opens with a single key and runs only if it is still valid', async () => {
  const receipt = await expectStock(staff, [{ STOCK_CD, ORDER_QTY: 10 }], { OWNER_CD })
  await staff.save('inbound/receive-bulk', [{ RECEIPT_NO: receipt }])
  await hold('HOLD', 4)
  const shipment = await addOrder(staff, [{ STOCK_CD, ORDER_QTY: 9 }], { OWNER_CD })
  await user.openScreen('Alloc', `SHIPMENT_NO=${shipment}`)
  await user.expectText(rowPattern('1', '1'))
  await user.press('Alt+x')
  const popup = user.page.locator('.rows-popup').first()
  await user.expectText(summaryPattern(6, 3))
  const readGrid = async () => (await popup.locator('[role=grid]').textContent()) ?? ''
  await expect.poll(readGrid).toContain(allocationConditions.HELD.ko)
  expect(await readGrid()).toContain(allocationRemedies.HELD.ko)
  // The legend shows the keys of the window, and Enter opens what it names.
  const legend = user.page.locator('.legend-entry')
  const keys = await legend.locator('.legend-key').allTextContents()
  expect(keys.toSorted()).toEqual(['Alt+↵', 'Esc', '^S', '↵', '⇥'])
  expect(await legend.allTextContents()).not.toContain(`↵${enter?.title.ko}`)
  await user.press('ArrowDown', 'Enter')
  await user.waitForElement(
    user.page.locator('.status-line').getByText('InventoryByLot', { exact: true }),
  )
  await user.page.locator('.panel[data-active]').getByText(STOCK_CD).first().waitFor()
  await user.press('Alt+w')
  await user.expectText(rowPattern('1', '1'))
  await user.press('Alt+x')
  await popup.getByText(allocationConditions.HELD.ko).first().waitFor({ state: 'attached' })
  // Release the hold after the preview. Only the previewed allocation is allowed to run.
  await hold('RELEASE', 4)
  await user.press('Control+s')
  await user.expectText(summaryPattern(9, 0))
  expect(await popup.locator('[role=alert]').count()).toBe(1)
  expect(await getState(staff, shipment)).toBe('10')
  await user.press('Control+s')
  await popup.waitFor({ state: 'detached' })
  await expect.poll(() => getState(staff, shipment)).toBe('20')
  expect(user.complaints).toEqual([])
})
