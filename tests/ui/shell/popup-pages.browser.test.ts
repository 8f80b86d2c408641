import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectStock, putStock } from '#tests/support/floor.ts'
import { readReceivedMail } from '#tests/support/mailbox.ts'
import {
  findBrokenRules,
  focusOn,
  visit,
  openShell,
  takePicture,
  type ShellPage,
} from './shell-page.ts'

let shell: ShellPage
let page: Page
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'wms-popups-'))

beforeAll(async () => {
  shell = await openShell({ dataDir })
})
afterAll(async () => {
  await shell.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  page = await shell.newPage()
  await visit(page, shell.base)
})
afterEach(() => page.context().close())

async function openPopup(route: string, first: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await focusOn(page, '[cmdk-input]')
  await page.keyboard.insertText(route)
  await page.waitForSelector('.palette-row[data-selected=true]')
  await page.keyboard.press('Enter')
  await focusOn(page, `[role=dialog] ${first}`)
}

const isGone = () => page.waitForSelector('[role=dialog]', { state: 'detached' })

async function fill(...texts: string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.insertText(text)
    await page.keyboard.press('Tab')
  }
}

test('a ship-to is added in a popup, and a duplicate code is rejected at its field', async () => {
  await openPopup('AddShipToPopup', 'input')
  await fill('HANBIT', 'ST9', 'Gangnam')
  await takePicture(page, 'shell3-add-ship-to')
  expect(await findBrokenRules(page)).toEqual([])
  await page.keyboard.press('Enter')
  await isGone()
  const rows = await shell.site.db.query(sql`
    select owner_cd, ship_to_nm from ship_to where ship_to_cd = 'ST9'`)
  expect(rows).toEqual([{ owner_cd: 'HANBIT', ship_to_nm: 'Gangnam' }])
  // Saving the same code again is rejected at its field and keeps the input.
  await openPopup('AddShipToPopup', 'input')
  await fill('HANBIT', 'ST9', '다시')
  await page.keyboard.press('Enter')
  await page.waitForSelector('#ask-SHIP_TO_CD[aria-invalid=true]:focus')
  expect(await page.locator('[role=dialog] input').nth(2).inputValue()).toBe('다시')
})

test('an email is written and sent with only the keyboard, and its completion is reported', async () => {
  await openPopup('SendEmailPopup', '[name=TO]')
  await fill('owner@example.com, not-an-address', 'Shipping notice')
  await page.keyboard.insertText('It leaves tomorrow.')
  await page.keyboard.press('Control+Enter')
  await page.waitForSelector('[role=dialog] [role=alert] >> text=not-an-address')
  await focusOn(page, '[role=dialog] [name=TO]')
  await takePicture(page, 'shell3-send-mail')
  expect(await findBrokenRules(page)).toEqual([])
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('owner@example.com')
  await page.keyboard.press('Control+Enter')
  await isGone()
  await page.waitForSelector('.note >> text=메일 보내기: 끝났습니다')
  const outbox = path.join(dataDir, 'outbox')
  const [letter = ''] = fs.readdirSync(outbox).filter((name) => name.endsWith('.eml'))
  expect(readReceivedMail(fs.readFileSync(path.join(outbox, letter), 'utf8'))).toContain(
    'It leaves tomorrow.',
  )
})

test('files of a receipt are attached and detached in a popup', async () => {
  const admin = await shell.site.login('admin')
  const receipt = await expectStock(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 5 }])
  // With a permanent listener, the browser does not open its own dialog.
  page.on('filechooser', () => undefined)
  await openPopup('AttachFilePopup', 'input')
  await page.keyboard.insertText(receipt)
  await page.waitForSelector(`[role=option] >> text=${receipt}`)
  await page.keyboard.press('Enter')
  await focusOn(page, '[role=dialog] [role=listbox]')
  await page.waitForSelector('[role=dialog] >> text=첨부파일이 없습니다.')
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Insert')
  const buffer = Buffer.from('wet at the quay')
  await (await choosing).setFiles({ name: 'damage.txt', mimeType: 'text/plain', buffer })
  await page.waitForSelector('.attached-row >> text=damage.txt')
  await takePicture(page, 'shell-attached')
  expect(await findBrokenRules(page)).toEqual([])
  const getAttached = () =>
    shell.site.db.query(
      sql`select doc_no, attached_by from attached_file where doc_no = ${receipt}`,
    )
  expect(await getAttached()).toEqual([{ doc_no: receipt, attached_by: 'admin' }])
  await page.focus('[role=dialog] [role=listbox]')
  await page.keyboard.press('Delete')
  await page.waitForSelector('[role=alertdialog]')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.attached-row', { state: 'detached' })
  expect(await getAttached()).toEqual([])
})

test('a user is assigned a role with only the keyboard', async () => {
  await openPopup('UserRolePopup', 'input')
  await page.keyboard.insertText('nobody')
  await page.waitForSelector('.help-foot >> text=1건')
  await page.keyboard.press('Enter')
  await focusOn(page, '[role=dialog] [role=listbox]')
  await page.waitForSelector('.role-row[data-current]')
  while ((await page.locator('.role-row[data-current] >> text=CUSTOMER').count()) === 0) {
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Space')
  await page.waitForSelector('.role-row[data-current][aria-selected=true]')
  await takePicture(page, 'shell-roles')
  expect(await findBrokenRules(page)).toEqual([])
  await page.keyboard.press('Enter')
  await isGone()
  const roles = await shell.site.db.query(sql`
    select role_cd from user_role where user_id = 'nobody' order by role_cd`)
  expect(roles).toContainEqual({ role_cd: 'CUSTOMER' })
})

test('stock is adjusted in a popup after its balance is selected', async () => {
  await putStock(shell.site.db, { item: 'PLAIN', qty: 10 })
  await openPopup('InventoryAdjustPopup', 'input')
  await page.keyboard.insertText('PLAIN')
  await page.waitForSelector('[role=option] >> text=세라믹 필터')
  await page.keyboard.press('Enter')
  await focusOn(page, '#ask-ADJUST_QTY')
  await page.keyboard.insertText('-3')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('broken')
  await takePicture(page, 'shell-adjust')
  expect(await findBrokenRules(page)).toEqual([])
  await page.keyboard.press('Enter')
  await isGone()
  const qty = await shell.site.db.query(sql`
    select qty::float from stock_balance where stock_cd = 'PLAIN' and owner_cd = 'HANBIT'`)
  expect(qty).toEqual([{ qty: 7 }])
})

test('popups add a sample item and ship-to, copy a phrase and open a report', async () => {
  await openPopup('AddStockSamplePopup', 'input')
  await fill('HANBIT', 'SMP1', 'Tasting')
  await page.keyboard.press('Enter')
  await isGone()
  await openPopup('AddShipToSamplePopup', 'input')
  await fill('HANBIT', 'SP1', 'Sample room')
  await page.keyboard.press('Enter')
  await isGone()
  const inserted = await shell.site.db.query(sql`
    select s.stock_nm, t.sample_yn from stock s, ship_to t
    where s.stock_cd = 'SMP1' and t.ship_to_cd = 'SP1'`)
  expect(inserted).toEqual([{ stock_nm: 'Tasting', sample_yn: 'Y' }])

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPopup('CmsUsedPhrasePopup', 'input')
  await page.keyboard.insertText('Store upright.')
  await page.keyboard.press('Insert')
  await page.waitForSelector('[role=option] >> text=Store upright.')
  await focusOn(page, '[role=dialog] input')
  await takePicture(page, 'shell-phrases')
  expect(await findBrokenRules(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForSelector('.note >> text=복사했습니다: Store upright.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Store upright.')

  await openPopup('CmsCommonPopup', 'input')
  await page.keyboard.insertText('냉장')
  await page.waitForSelector('[role=option] >> text=COOL')
  await takePicture(page, 'shell-codes')
  await page.keyboard.press('Escape')
  await isGone()

  await openPopup('CmsReportPopup', 'input')
  await page.keyboard.insertText('LotTraceReport')
  await page.waitForSelector('.help-foot >> text=1건')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/rep\/LotTraceReport\?mid=/)

  // The viewer opened without a report lists them, too.
  await openPopup('OzReportPopup', 'input')
  await page.keyboard.insertText('PrintConfirm')
  await page.waitForSelector('.help-foot')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/inb\/PrintConfirm\?mid=/)
})
