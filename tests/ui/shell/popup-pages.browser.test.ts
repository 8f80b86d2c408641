import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readLetter } from '#tests/support/mailbox.ts'
import { brokenRules, focusOn, logIn, openShell, picture, type ShellPage } from './shell-page.ts'

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
  await page.goto(shell.base)
  await logIn(page)
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

test('a new ship-to place is added without leaving what one does', async () => {
  await openPopup('AddShipToPopup', 'input')
  await fill('HANBIT', 'ST9', '강남점')
  await picture(page, 'shell3-add-ship-to')
  expect(await brokenRules(page)).toEqual([])
  await page.keyboard.press('Enter')
  await isGone()
  const rows = await shell.site.db.query(sql`
    select owner_cd, ship_to_nm from ship_to where ship_to_cd = 'ST9'`)
  expect(rows).toEqual([{ owner_cd: 'HANBIT', ship_to_nm: '강남점' }])
  // The same code again is refused where it was typed, and nothing typed goes.
  await openPopup('AddShipToPopup', 'input')
  await fill('HANBIT', 'ST9', '다시')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.ask-form > [role=alert]')
  expect(await page.locator('[role=dialog] input').nth(2).inputValue()).toBe('다시')
})

test('a mail is written and sent with the keyboard alone, and says when it has gone', async () => {
  await openPopup('SendEmailPopup', '[name=TO]')
  await fill('owner@example.com, not-an-address', '출고 안내')
  await page.keyboard.insertText('내일 나갑니다.')
  await page.keyboard.press('Control+Enter')
  await page.waitForSelector('[role=dialog] [role=alert] >> text=not-an-address')
  await focusOn(page, '[role=dialog] [name=TO]')
  await picture(page, 'shell3-send-mail')
  expect(await brokenRules(page)).toEqual([])
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('owner@example.com')
  await page.keyboard.press('Control+Enter')
  await isGone()
  await page.waitForSelector('.note >> text=메일 보내기: 끝났습니다')
  const outbox = path.join(dataDir, 'outbox')
  const [letter = ''] = fs.readdirSync(outbox).filter((name) => name.endsWith('.eml'))
  expect(readLetter(fs.readFileSync(path.join(outbox, letter), 'utf8'))).toContain('내일 나갑니다.')
})
