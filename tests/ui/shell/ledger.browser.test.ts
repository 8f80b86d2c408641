import { afterAll, beforeAll, expect, test } from 'vitest'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { createPageUser } from '#tests/support/page-user.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { rowPattern, columnTitles, pageTexts } from '#tests/support/labels.ts'

let server: ServerProcess
let user: KeyboardUser

beforeAll(async () => {
  server = await startServer()
  user = await KeyboardUser.open(server.url)
  await user.logIn()
})
afterAll(async () => {
  await user.close()
  await server.discard()
})

const number = new Intl.NumberFormat('ko-KR', { maximumFractionDigits: 3 })

test('the status line shows the last clean ledger check, and a key opens the findings', async () => {
  await user.expectText(/원장 ✓ \d\d:\d\d/)
  await user.press('Alt+v')
  await user.expectText('이상이 없습니다.')
  await user.press('Escape')
  expect(await user.page.locator('.popup').count()).toBe(0)
})

test('a key on a quantity opens its proof and then its movements', async () => {
  const { page } = user
  await user.openScreen('InventoryByLot')
  await user.expectText(rowPattern('1', '\\d'))
  const [first] = await createPageUser(page, 'W01').query('inventory/by-lot')
  const qty = number.format(Number(first?.['QTY']))
  await user.press('Alt+g')
  // Outside a quantity column the key applies to the row's first quantity: the proof, then its
  // lines.
  await user.press('Alt+y')
  await user.expectText(`${qty} − 0 = ${qty} ✓`)
  expect(await page.locator('.popup').count()).toBe(0)
  await user.press('Alt+y')
  await user.expectText(pageTexts.movements(1, qty))
  await user.press('Escape')
  await page.locator('.popup').waitFor({ state: 'detached' })
  const proof = page.getByText(`${qty} − 0 = ${qty} ✓`).filter({ visible: true })
  await user.press(...Array.from({ length: 8 }, () => 'ArrowRight'))
  // Moving the cursor hides the proof of the previous cell.
  await expect.poll(() => proof.count()).toBe(0)
  await user.press('Alt+y')
  await user.waitForElement(proof.first())
  await user.press('Alt+y')
  await user.expectText(pageTexts.movements(1, qty))
  await user.press('Escape')
  await page.locator('.popup').waitFor({ state: 'detached' })
  // On two quick presses, the second waits for the result of the first.
  await user.press('ArrowLeft', 'ArrowRight', 'Alt+y', 'Alt+y')
  await user.expectText(pageTexts.movements(1, qty))
  await user.press('Escape')
  await page.locator('.popup').waitFor({ state: 'detached' })
  // Shows the proof of the same figure again, then opens a date before the demo company had stock.
  await user.press('Alt+y')
  await user.expectText(pageTexts.movements(1, qty))
  await user.press('Escape')
  await user.openScreen('InventoryByLot', 'AS_OF=20200101')
  await user.expectText(rowPattern('–', '0'))
  expect(user.complaints).toEqual([])
})

test('the quantity of an item row opens its movements, and one can be reversed there', async () => {
  const { page } = user
  const admin = createPageUser(page, 'W01')
  const rows = await admin.query('inventory/stock-to-work', { CONDITION_CD: 'NORMAL' })
  const row = rows.find(({ FREE_QTY, HOLD_REASON }) => Number(FREE_QTY) > 1 && !HOLD_REASON)
  const { BALANCE_ID = '', STOCK_CD = '', QTY = 0 } = row ?? {}
  const held = { BALANCE_ID, WORK_QTY: 1, HOLD_CD: 'HOLD', REASON: 'looks damaged' }
  expect((await admin.save('inventory/hold', [held])).status).toBe(200)
  // Rows of this screen are items and not single balances.
  await user.openScreen('InventoryHoldStock', `STOCK_CD=${String(STOCK_CD)}`)
  await user.expectText(rowPattern('1', '1'))
  await user.press('Alt+g', 'Control+Home', ...Array.from({ length: 5 }, () => 'ArrowRight'))
  await user.press('Alt+y')
  await user.expectText('1 − 0 = 1 ✓')
  await user.press('Alt+y')
  await user.expectText(pageTexts.movements(1, 1))
  await user.press('Delete')
  await user.expectText(columnTitles.REASON)
  await user.type('wrong row')
  await user.press('Enter')
  await user.expectText('취소했습니다')
  await user.expectText(pageTexts.movements(2, 0))
  await user.press('Escape')
  const [after] = await admin.query('inventory/stock-to-work', { BALANCE_ID })
  expect(after).toMatchObject({ QTY })
  await user.openScreen('InventoryHoldStock', 'AS_OF=20200101')
  await user.expectText(rowPattern('–', '0'))
  expect(user.complaints).toEqual([])
})

test('the past view shows its timestamp, steps back a movement and closes with one key', async () => {
  const { page } = user
  await user.openScreen('InventoryByLot', 'OWNER_CD=HANBIT')
  await user.expectText(rowPattern('1', '\\d'))
  const ribbon = page.locator('.panel[data-active] .past-ribbon')
  await user.press('Alt+g')
  expect(await ribbon.count()).toBe(0)
  await user.press('Alt+t')
  await ribbon.waitFor()
  const readTime = () => ribbon.locator('strong').innerText()
  const entered = await readTime()
  expect(entered).toMatch(/^과거 시점 \d{4}-\d\d-\d\d \d\d:\d\d/)
  await user.press('Alt+ArrowLeft')
  await expect.poll(readTime, { timeout: 10_000 }).not.toBe(entered)
  expect((await readTime()) < entered).toBe(true)
  await user.press('Alt+t')
  await ribbon.waitFor({ state: 'detached' })
  await user.expectText(rowPattern('1', '\\d'))
  expect(user.complaints).toEqual([])
})
