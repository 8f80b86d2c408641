import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { expectStock, orderLine, putStock } from '#tests/support/floor.ts'
import { signIn, type SignedIn } from '#tests/ui/keyboard/signed-in.ts'
import { findBrokenRules } from '#tests/ui/shell/shell-page.ts'
import { rowPattern } from '#tests/support/labels.ts'

let signedIn: SignedIn
let user: KeyboardUser

beforeAll(async () => {
  signedIn = await signIn()
  user = signedIn.user
  const { db } = signedIn.shell.site
  await putStock(db, { item: 'PLAIN', qty: 30 })
  await putStock(db, { item: 'OTHER', qty: 50, cell: 'A-002' })
  await putStock(db, { item: 'OTHER', qty: 5, cell: 'A-003', condition: 'HELD' })
  const admin = await signedIn.shell.site.login('admin')
  await expectStock(admin, [orderLine('PLAIN', 7)], { RECEIPT_DT: '20260903' })
})
afterAll(() => signedIn.close())

const front = '.panel[data-active]'

/** Text that a screen reader reads for the current mark. */
const readChart = () =>
  user.page.evaluate((place) => {
    const stop = document.querySelector(`${place} .chart-stop`)
    const active = stop?.getAttribute('aria-activedescendant') ?? ''
    return document.getElementById(active)?.getAttribute('aria-label') ?? ''
  }, front)

async function openChart(route: string, argument = ''): Promise<void> {
  await user.open(`${route}${argument}`, route)
  await user.page.locator(`${front} .chart-stop`).waitFor()
  await user.press('Alt+Shift+h')
  await user.page.locator(`${front} .chart-stop:focus`).waitFor()
}

test('marks are navigated and read by keyboard, sharing the cursor with the grid', async () => {
  await openChart('WInventoryByStock')
  expect(await readChart()).toBe(
    '방청 스프레이 HANBIT OTHER, 정상 50, 보류 5, 합계 55, 2개 중 1번째',
  )
  await user.press('ArrowDown')
  expect(await readChart()).toMatch(/^방청 스프레이 HANBIT OTHER, 보류 5, 정상 50/)
  await user.press('ArrowRight')
  expect(await readChart()).toMatch(/^세라믹 필터 HANBIT PLAIN, .*정상 30.*, 2개 중 2번째$/)
  await user.press('o', 't')
  expect(await readChart()).toMatch(/OTHER/)
  await user.press('Space')
  await user.page.locator(`${front} .chart-ticked`).waitFor()
  expect(await findBrokenRules(user.page)).toEqual([])
})

test('Enter opens the rows of a mark, and Backspace returns to the mark', async () => {
  await user.press('End', 'Enter')
  await user.waitForElement(
    user.page.locator('.status-line').getByText('InventoryByLot', { exact: true }),
  )
  await user.expectText(rowPattern('1', '1'))
  await user.press('Alt+g', 'Backspace')
  await user.page.locator(`${front} .chart-stop:focus`).waitFor()
  expect(await readChart()).toMatch(/PLAIN/)
})

test('a date is announced with its plan, and a single key adds the previous period', async () => {
  await openChart('WReceiptReport', ' RECEIPT_DT=20260901~20260930')
  await user.expectText(rowPattern('1', '30'))
  await user.press('Home', 'ArrowRight', 'ArrowRight')
  await expect.poll(readChart).toBe('9월 3일, 입고 0, 예정 7, 0 %, 잔량 7, 30개 중 3번째')
  await user.press('Equal')
  await expect.poll(readChart).toContain('이전 기간 0')
})

test('Enter drills from an hour to its lines and ledger rows, and Backspace returns', async () => {
  await openChart('WWorkHistory')
  await user.press('End', 'Enter')
  const lines = user.page.locator('[role=dialog]', { hasText: '작업 행' })
  await user.waitForElement(lines.getByText(/^\d+건$/))
  await user.press('Backspace')
  await user.page.locator(`${front} .chart-stop:focus`).waitFor()
  await user.press('Enter')
  await user.waitForElement(lines.getByText(/^\d+건$/))
  await user.press('Enter')
  await user.waitForElement(
    user.page.locator('.status-line').getByText('InventoryHistory', { exact: true }),
  )
  await user.expectText(rowPattern('1', ''))
  await user.press('Alt+g', 'Backspace')
  await user.page.locator(`${front} .chart-stop:focus`).waitFor()
})

test('each navigation key moves to the expected mark', async () => {
  await openChart('WReceiptReport', ' RECEIPT_DT=20260901~20260930')
  await user.expectText(rowPattern('\\d+', '30'))
  const steps: readonly (readonly [string, number])[] = [
    ['End', 30],
    ['Home', 1],
    ['PageDown', 4],
    ['ArrowLeft', 3],
    ['PageUp', 1],
  ]
  for (const [key, place] of steps) {
    await user.press(key)
    await expect.poll(readChart, { message: key }).toContain(`30개 중 ${place}번째`)
  }
  // The chart is a single tab stop, regardless of its content.
  expect(await user.page.locator(`${front} [data-zone=chart] [tabindex="0"]`).count()).toBe(1)
})

test('charts use patterns, respect reduced motion and are accessible in the light theme', async () => {
  await openChart('WInventoryByStock')
  expect(await user.page.locator(`${front} .chart-pane pattern`).count()).toBeGreaterThan(0)
  await user.page.emulateMedia({ reducedMotion: 'reduce' })
  const moving = await user.page.locator(`${front} .chart-pane *`).evaluateAll(
    (all) =>
      all.filter((element) => {
        const { animationName, transitionDuration } = getComputedStyle(element)
        return animationName !== 'none' || !/^0s|^1e-/.test(transitionDuration)
      }).length,
  )
  expect(moving).toBe(0)
  await user.page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'))
  expect(await findBrokenRules(user.page)).toEqual([])
  await user.page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))
})

test('a chart is saved as a PNG picture', async () => {
  await openChart('WReceiptReport')
  await user.press('Control+e')
  await user.waitForElement(user.page.locator('[role=dialog]').getByText('그림 (PNG)'))
  const saved = user.page.waitForEvent('download')
  await user.press('Enter')
  expect((await saved).suggestedFilename()).toMatch(/^예정 대비 입고.*\.png$/)
})
