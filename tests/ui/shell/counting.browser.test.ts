import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { putStock } from '#tests/support/floor.ts'
import { columnTitles } from '#tests/support/labels.ts'
import {
  findBrokenRules,
  focusOn,
  openShell,
  takePicture,
  type ShellPage,
  visit,
} from './shell-page.ts'

let shell: ShellPage
let page: Page

beforeAll(async () => {
  shell = await openShell()
  page = await shell.newPage()
  await visit(page, shell.base)
})
afterAll(() => shell.close())

const enterText = async (text: string) => {
  await focusOn(page, '.scan-prompt-input')
  await page.keyboard.type(text, { delay: 60 })
  await page.keyboard.press('Enter')
}
const readLargeText = () => page.locator('.panel[data-active] .scan-big').innerText()
const readPrompt = () => page.locator('.panel[data-active] .scan-prompt-name').innerText()

test('a count job is completed as a blind count, using only the keyboard', async () => {
  await putStock(shell.site.db, { item: 'PLAIN', qty: 10, cell: 'A-021' })
  await putStock(shell.site.db, { item: 'OTHER', qty: 4, cell: 'A-022' })
  const second = await shell.site.login('second')
  const group = { METHOD_CD: 'OWNER', OWNER_CD: 'HANBIT', COUNT_DT: '20261120' }
  const created = await second.save('inventory/make-count', [group])
  const JOB_NO = String(created.body.data.rows[0]?.['JOB_NO'])
  await page.keyboard.press('Control+k')
  await focusOn(page, '[cmdk-input]')
  await page.keyboard.insertText('StocktakingJobWork')
  await page.waitForSelector('.palette-row[data-selected=true]')
  const readMenuWidth = () => page.locator('.left-menu').evaluate((menu) => menu.clientWidth)
  expect(await readMenuWidth()).toBeGreaterThan(200)
  await page.keyboard.press('Enter')
  // The station uses the full width and lists its waiting documents while none is open.
  const waiting = page.locator('.panel[data-active] .scan-waiting')
  await waiting.getByText(JOB_NO).waitFor()
  expect(await waiting.innerText()).not.toContain('OWNER')
  expect(await readMenuWidth()).toBeLessThan(80)
  await enterText(JOB_NO)
  await waiting.waitFor({ state: 'detached' })
  await expect.poll(readPrompt).toContain(columnTitles.CELL_CD)
  await enterText('PLAIN')
  await expect.poll(readLargeText).toBe('오류')
  await enterText('A-021')
  await expect.poll(readLargeText).toBe('A-021')
  await expect.poll(readPrompt).toContain('품목')
  await page.keyboard.press('Alt+Shift+q')
  await enterText('7')
  await enterText('PLAIN')
  await expect.poll(readLargeText).toMatch(/\+7\s+7$/)
  // Remove the times, which contain other digits.
  const shown = (await page.locator('.panel[data-active]').innerText()).replaceAll(/\d+:\S+/g, '')
  expect(shown, 'blind').not.toContain('10')
  await enterText('A-022')
  await expect.poll(readLargeText).toBe('A-022')
  await page.keyboard.press('Alt+Shift+q')
  await enterText('0')
  await enterText('OTHER')
  await expect.poll(readLargeText).toMatch(/\+0\s+0$/)
  await takePicture(page, 'counting')
  expect(await findBrokenRules(page)).toEqual([])
  await page.keyboard.press('Control+s')
  await expect.poll(readLargeText).toBe('완료')
  const results = await second.query('inventory/count-results', { JOB_NO })
  expect(results.map((row) => [row['CELL_CD'], row['COUNT_QTY'], row['DIFF_QTY']])).toEqual([
    ['A-021', 7, -3],
    ['A-022', 0, -4],
  ])
})

test('a quantity applies to the item scanned before it, and an ambiguous lot is requested', async () => {
  const { db } = shell.site
  await putStock(db, { item: 'PLAIN', qty: 72, cell: 'A-023', lot: 'LOT-A' })
  await putStock(db, { item: 'PLAIN', qty: 42, cell: 'A-023', lot: 'LOT-B' })
  await putStock(db, { item: 'OTHER', qty: 5, cell: 'A-023' })
  const second = await shell.site.login('second')
  const group = { METHOD_CD: 'CELL', ZONE_CD: 'A', CELL_CD: 'A-023', COUNT_DT: '20261120' }
  const created = await second.save('inventory/make-count', [group])
  const JOB_NO = String(created.body.data.rows[0]?.['JOB_NO'])
  await page.keyboard.press('F8')
  await enterText(JOB_NO)
  await expect.poll(readLargeText).toBe(JOB_NO)
  await enterText('A-023')
  await expect.poll(readLargeText).toBe('A-023')
  await enterText('OTHER')
  await expect.poll(readLargeText).toMatch(/\+1\s+1$/)
  await page.keyboard.press('Alt+Shift+q')
  await expect.poll(readPrompt).toContain('OTHER 수량')
  await enterText('4')
  await expect.poll(readLargeText).toMatch(/\+4\s+4$/)
  await enterText('PLAIN')
  await expect.poll(readLargeText).toBe('오류')
  expect(await page.locator('.panel[data-active] .scan-reason').innerText()).toContain(
    'LOT-A, LOT-B',
  )
  await expect.poll(readPrompt).toContain(columnTitles.LOT_NO)
  await enterText('lot-b')
  await expect.poll(readLargeText).toMatch(/\+1\s+1$/)
  await page.keyboard.press('Alt+Shift+q')
  await enterText('114')
  await expect.poll(readLargeText).toMatch(/\+114\s+114$/)
  const results = await second.query('inventory/count-results', { JOB_NO })
  const actual = results.map((row) => [row['STOCK_CD'], row['LOT_NO'], row['COUNT_QTY']].join())
  expect(new Set(actual)).toEqual(new Set(['OTHER,,4', 'PLAIN,LOT-A,', 'PLAIN,LOT-B,114']))
})
