import { afterAll, beforeAll, expect, test } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
import type { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { expectStock, orderLine, addOrder, putStock } from '#tests/support/floor.ts'
import { guides } from '#ui/keys/tools/screen-guides.ts'
import { signIn, type SignedIn } from '#tests/ui/keyboard/signed-in.ts'
import { rowPattern } from '#tests/support/labels.ts'
import { findBrokenRules } from './shell-page.ts'

const today = timestampAt(Date.now()).slice(0, 8)

let signedIn: SignedIn
let user: KeyboardUser

beforeAll(async () => {
  signedIn = await signIn()
  user = signedIn.user
})
afterAll(() => signedIn.close())

const getLine = (title: string) =>
  user.page.locator('.home-line', { has: user.page.getByText(title, { exact: true }) })

async function waitForCount(title: string, number: string): Promise<void> {
  await user.waitForElement(
    getLine(title).locator('.home-count', { hasText: new RegExp(`^${number}$`) }),
  )
}

const goHome = () => user.press('Alt+1')

test('Home focuses its lines and updates counts after a change elsewhere', async () => {
  await goHome()
  await user.page.locator('.home-lines:focus').waitFor()
  await waitForCount('입고예정', '0')
  const { site } = signedIn.shell
  await expectStock(await site.login('admin'), [orderLine('PLAIN', 5)], { RECEIPT_DT: today })
  await waitForCount('입고예정', '1')
  expect(await findBrokenRules(user.page)).toEqual([])
})

test('F1 explains the purpose of Home', async () => {
  await user.press('F1')
  await user.expectText(guides['Home']?.text.ko ?? 'no guide')
  await user.press('Escape')
})

test('the key of a line opens its screen with the search, and Alt+1 returns', async () => {
  const key = await getLine('입고예정').locator('.key').textContent()
  await user.press(key ?? '')
  await user.waitForElement(
    user.page.locator('.status-line').getByText('BulkReceiving', { exact: true }),
  )
  await user.expectText(rowPattern('1', '1'))
  await goHome()
  await user.page.locator('.home-lines:focus').waitFor()
  expect(await getLine('입고예정').getAttribute('aria-selected')).toBe('true')
})

test('Enter opens expiring stock, and Backspace returns to Home', async () => {
  await putStock(signedIn.shell.site.db, { item: 'DATED', qty: 3, valid: today })
  await user.press('F8')
  await waitForCount('유통기한 30일 이내', '1')
  while ((await getLine('유통기한 30일 이내').getAttribute('aria-selected')) !== 'true') {
    await user.press('ArrowDown')
  }
  await user.press('Enter')
  await user.waitForElement(
    user.page.locator('.status-line').getByText('InventoryByLot', { exact: true }),
  )
  await user.expectText(rowPattern('1', '1'))
  await user.press('Alt+g', 'Backspace')
  await user.page.locator('.home-lines:focus').waitFor()
})

test('Backspace in a cell that takes no text returns to Home from editable rows', async () => {
  await user.press('Home')
  while ((await getLine('입고확정 대기').getAttribute('aria-selected')) !== 'true') {
    await user.press('ArrowDown')
  }
  await user.press('Enter')
  await user.waitForElement(
    user.page.locator('.status-line').getByText('ReceivingByOrder', { exact: true }),
  )
  await user.expectText(rowPattern('1', '\\d'))
  await user.press('Alt+g', 'Home', 'Backspace')
  await user.page.locator('.home-lines:focus').waitFor()
})

test('lines can be moved, hidden and shown again, and a hidden line survives a reload', async () => {
  const readTitles = () => user.page.locator('.home-title').allTextContents()
  await user.press('Home', 'Alt+ArrowDown')
  await expect.poll(readTitles).toEqual(expect.arrayContaining(['입고예정', '입고요청 접수 대기']))
  await expect.poll(async () => (await readTitles())[0]).toBe('입고예정')
  await user.press('Home', 'Delete')
  await expect.poll(async () => (await readTitles()).includes('입고예정')).toBe(false)
  await user.page.reload()
  await user.page.locator('.home-line').first().waitFor()
  expect((await readTitles()).includes('입고예정')).toBe(false)
  await user.press('Alt+1')
  await user.page.locator('.home-lines').focus()
  await user.press('Insert')
  await user.waitForElement(user.page.locator('[role=dialog]').getByText('입고예정'))
  await user.press('Enter')
  await expect.poll(async () => (await readTitles())[0]).toBe('입고예정')
})

test('Home also shows 14 days of shipments and the stock, and a panel opens its report', async () => {
  const { site } = signedIn.shell
  const admin = await site.login('admin')
  await addOrder(admin, [orderLine('PLAIN', 7)], { SHIPMENT_DT: today })
  await user.press('F8')
  await user.expectText('오늘 입고 1건 · 출고 1건')
  const days = user.page.locator('.home-days')
  await expect.poll(() => days.getAttribute('aria-label')).toBe('출고 14일. 오늘 지시 7, 출하 0')
  expect(await days.locator('g').count()).toBe(14)
  const [stock] = await admin.query('reports/inventory-summary')
  const figures = user.page.locator('.home-figure strong')
  await expect.poll(() => figures.allTextContents()).toContain(String(stock?.['QTY']))
  await expect.poll(() => figures.count()).toBe(3)
  expect(await findBrokenRules(user.page)).toEqual([])
  await user.page.locator('.home-panel').first().focus()
  await user.press('Enter')
  await user.waitForElement(
    user.page.locator('.status-line').getByText('WShipmentReport', { exact: true }),
  )
})
