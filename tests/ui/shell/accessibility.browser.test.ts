import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStock, putStock } from '#tests/support/floor.ts'
import {
  findBrokenRules,
  focusOn,
  logIn,
  openShell,
  takePicture,
  type ShellPage,
} from './shell-page.ts'

let shell: ShellPage

beforeAll(async () => {
  shell = await openShell()
  await putStock(shell.site.db, { item: 'PLAIN', qty: 100 })
  await expectStock(await shell.site.login('admin'), [{ STOCK_CD: 'PLAIN', ORDER_QTY: 5 }])
})
afterAll(() => shell.close())

async function open(page: Page, route: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await focusOn(page, '[cmdk-input]')
  await page.keyboard.insertText(route)
  await page.waitForSelector('.palette-row[data-selected=true]')
  await page.keyboard.press('Enter')
}

const waitForRows = (page: Page) => page.waitForSelector('.status-line >> text=/[-–0-9] \\/ [1-9]/')

const places: readonly (readonly [name: string, go: (page: Page) => Promise<unknown>])[] = [
  ['home', (page) => page.waitForSelector('.home')],
  ['list', (page) => open(page, 'InventoryByLot').then(() => waitForRows(page))],
  ['master', (page) => open(page, 'Owner').then(() => waitForRows(page))],
  [
    'doc',
    async (page) => {
      await open(page, 'ReceiptCreate')
      await waitForRows(page)
      await focusOn(page, '[data-panel=RCR] [data-key-sink]')
    },
  ],
  [
    'upload',
    (page) => open(page, 'ReceiptUploadExcel').then(() => page.waitForSelector('.upload-drop')),
  ],
  ['scan', (page) => open(page, 'ShippedCheck').then(() => page.waitForSelector('.scan-prompt'))],
  [
    'popup',
    async (page) => {
      await open(page, 'StockQtyPopup')
      await page.waitForSelector('[role=dialog] .help-head')
      await page.keyboard.insertText('PLAIN')
      await page.waitForSelector('[role=dialog] .help-row')
    },
  ],
  [
    'command line',
    async (page) => {
      await page.keyboard.press('Escape')
      await page.waitForSelector('[role=dialog]', { state: 'detached' })
      await page.keyboard.press('Control+k')
      await page.waitForSelector('.palette-row')
    },
  ],
]

const looks = ['dark', 'light'].flatMap((theme) =>
  ['ko', 'en'].map((language) => ({ theme, language })),
)

test.each(looks)('no kind of page violates WCAG rules, $theme in $language', async (look) => {
  const page = await shell.newPage()
  await page.addInitScript(({ theme, language }) => {
    localStorage.setItem('wms.theme', theme)
    localStorage.setItem('wms.language', language)
  }, look)
  const broken: string[] = []
  const check = async (name: string): Promise<void> => {
    await takePicture(page, `shell3-${name.replaceAll(' ', '-')}-${look.theme}-${look.language}`)
    broken.push(...(await findBrokenRules(page)).map((rule) => `${name}: ${rule}`))
  }
  await page.goto(shell.base)
  await page.waitForSelector('.login-logo')
  await check('login')
  await logIn(page)
  for (const [name, go] of places) {
    await go(page)
    await check(name)
  }
  await page.context().close()
  expect(broken).toEqual([])
})
