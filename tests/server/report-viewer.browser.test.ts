import fs from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOrder, putStock, runStep } from '#tests/support/floor.ts'
import { visit, openShell, type ShellPage } from '#tests/ui/shell/shell-page.ts'

let shell: ShellPage
let page: Page

beforeAll(async () => {
  shell = await openShell()
  await putStock(shell.site.db, { item: 'PLAIN', qty: 10 })
  const admin = await shell.site.login('admin')
  const shipment = await addOrder(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 3 }])
  await runStep(admin, 'allocate', shipment)
  page = await shell.newPage()
  await visit(page, shell.base)
  const query = new URLSearchParams({
    reportName: 'outbound/picking-list',
    jsondata: JSON.stringify([{ SHIPMENT_NO: shipment }]),
    viewerMode: 'view',
    exportFileName: '피킹',
  })
  await page.goto(`${shell.base}/oz80/server?${query}`)
  await page.waitForSelector('#save[aria-disabled=false]')
})
afterAll(() => shell.close())

/** Document as saved with Ctrl+S: name, number of pages and size of the first. */
async function saveReport(): Promise<{ name: string; sheets: number; box: string | undefined }> {
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Control+s')
  const download = await downloading
  const pdf = fs.readFileSync(await download.path(), 'latin1')
  return {
    name: download.suggestedFilename(),
    sheets: [...pdf.matchAll(/\/Type \/Page\b/g)].length,
    box: /\/MediaBox (\[[^\]]*\])/.exec(pdf)?.[1],
  }
}

async function waitForChange(change: () => Promise<unknown>): Promise<void> {
  const before = await page.getAttribute('#sheet', 'src')
  await change()
  await page.waitForFunction(
    (src) => document.querySelector('#sheet')?.getAttribute('src') !== src,
    before,
  )
  await page.waitForSelector('#save[aria-disabled=false]')
}

test('the viewer shows the document and saves it under the requested name', async () => {
  expect(await page.title()).toBe('피킹.pdf')
  expect(await page.locator('iframe#sheet').getAttribute('src')).toMatch(/^blob:/)
  expect(await saveReport()).toEqual({ name: '피킹.pdf', sheets: 1, box: '[0 0 595.28 841.89]' })
})

test('copies and paper are set by keyboard in the viewer, and the document updates', async () => {
  await page.focus('#copies')
  await waitForChange(async () => {
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Tab')
  })
  await waitForChange(async () => {
    await page.keyboard.type('A5')
    await page.keyboard.press('Tab')
  })
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('print')
  expect(await saveReport()).toMatchObject({ sheets: 2, box: '[0 0 419.53 595.28]' })
})
