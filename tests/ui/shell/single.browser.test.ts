import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { screenTitle } from '#tests/support/labels.ts'
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

const type = (text: string) => page.keyboard.type(text, { delay: 60 })
const fieldSelector = (name: string) => `input[id$="-${name}"]`

async function open(query: string, mid: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await focusOn(page, '[cmdk-input]')
  await page.keyboard.insertText(query)
  await page.waitForSelector('.palette-row[data-selected=true]')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`mid=${mid}`))
}

const readNumber = () => page.locator('.panel[data-active] .document-form legend .mono').innerText()

test('a receipt is entered with only the keyboard: header, lines, then the next receipt', async () => {
  await open(screenTitle('ReceiptCreateSingle'), 'RCS')
  await focusOn(page, fieldSelector('OWNER_CD'))
  await type('hanbit')
  await page.keyboard.press('Enter')
  await focusOn(page, fieldSelector('SUPPLIER_CD'))
  await type('sup1')
  await page.keyboard.press('Enter')
  await focusOn(page, fieldSelector('RECEIPT_DT'))
  await type('20261125')
  await page.keyboard.press('Enter')
  await focusOn(page, fieldSelector('OWNER_ORDER_NO'))
  await type('po-77')
  await page.keyboard.press('Enter')
  await focusOn(page, fieldSelector('REMARK'))
  await page.keyboard.press('Enter')
  await focusOn(page, '[data-zone=lines] [data-key-sink]')
  await type('plain')
  await page.keyboard.press('Tab')
  await type('12')
  await page.keyboard.press('Enter')
  await takePicture(page, 'single-typed')
  await page.keyboard.press('Control+s')
  await expect.poll(readNumber).toMatch(/^[A-Z]+-\d{8}-0001$/)
  expect(await findBrokenRules(page)).toEqual([])
  const admin = await shell.site.login('admin')
  const [head] = await admin.query('inbound/receipts', { OWNER_ORDER_NO: 'PO-77' })
  expect(head).toMatchObject({ OWNER_CD: 'HANBIT', SUPPLIER_CD: 'SUP1', ORDER_QTY: 12 })
  await page.keyboard.press('Alt+g')
  await page.keyboard.press('Insert')
  await expect.poll(readNumber).toBe('신규')
  await focusOn(page, fieldSelector('OWNER_CD'))
  expect(await page.inputValue(fieldSelector('OWNER_CD'))).toBe('')
})

test('a missing required field opens a message and then gets the focus', async () => {
  await page.keyboard.press('Control+s')
  await page.waitForSelector('.popup')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.popup', { state: 'detached' })
  await focusOn(page, fieldSelector('OWNER_CD'))
  await takePicture(page, 'single-missing')
})

test('the seal of a company is selected in its form, and the focus moves on', async () => {
  await open(screenTitle('Corp'), 'CORP')
  await focusOn(page, fieldSelector('CORP_CD'))
  for (const [name, text] of [
    ['CORP_CD', 'SEAL1'],
    ['CORP_NM', 'Seal Logistics'],
    ['BIZ_NO', '1208147521'],
  ] as const) {
    await page.focus(fieldSelector(name))
    await type(text)
    await page.keyboard.press('Tab')
  }
  await page.focus(fieldSelector('SEAL_SN'))
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 9, height: 9 } })
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await choosing).setFiles({ name: 'seal.png', mimeType: 'image/png', buffer })
  await focusOn(page, 'input[id$="-USE_YN"]')
  expect(await page.inputValue(fieldSelector('SEAL_SN'))).toBe('seal.png')
  await page.keyboard.press('Control+s')
  const admin = await shell.site.login('admin')
  await expect
    .poll(() => admin.query('system/corp', { CORP_CD: 'SEAL1' }))
    .toMatchObject([{ SEAL_NM: 'seal.png', BIZ_NO: '120-81-47521' }])
})
