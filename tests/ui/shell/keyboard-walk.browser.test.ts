import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testPassword } from '#tests/support/app.ts'
import { screenTitle, commandTitle } from '#tests/support/labels.ts'
import { messages } from '#kernel/messages.ts'
import { byHand, focusOn, openShell, takePicture, type ShellPage } from './shell-page.ts'

let shell: ShellPage
let page: Page
const problems: string[] = []

beforeAll(async () => {
  shell = await openShell()
})
afterAll(() => shell.close())
beforeEach(async () => {
  await shell.site.db.execute(sql`delete from my_menu`)
  await shell.site.db.execute(sql`delete from user_setting`)
  page = await shell.newPage()
  problems.length = 0
  page.on('pageerror', (error) => problems.push(error.message))
})
afterEach(async () => {
  await page.context().close()
  expect(problems).toEqual([])
})

const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

const getFavourites = async (): Promise<string[]> => {
  const rows = await shell.site.db.query<{ menu_id: string; init_yn: string }>(sql`
    select menu_id, init_yn from my_menu where user_id = 'admin' order by menu_seq`)
  return rows.map(({ menu_id: id, init_yn: initial }) => (initial === 'Y' ? `${id}*` : id))
}

async function runLine(text: string, ...keys: string[]): Promise<void> {
  await press('Control+k')
  await focusOn(page, '[cmdk-input]')
  await page.keyboard.insertText(text)
  await page.waitForSelector('.palette-row[data-selected=true]')
  await press(...keys)
}

async function waitForPanel(abbr: string): Promise<void> {
  await page.waitForURL(new RegExp(`mid=${abbr}`))
  await focusOn(page, `[data-panel="${abbr}"] *`)
}

interface Words {
  readonly zone: string
  readonly cell: string
  readonly lot: string
  readonly editFavourites: string
  readonly myInfo: string
  readonly logOut: string
  readonly added: string
  readonly saved: string
}

const words: Readonly<Record<'ko' | 'en', Words>> = {
  ko: {
    zone: screenTitle('Zone'),
    cell: screenTitle('Cell'),
    lot: screenTitle('InventoryByLot'),
    editFavourites: '즐겨찾기 편집',
    myInfo: screenTitle('ChangeMe'),
    logOut: commandTitle('app.logout'),
    added: messages.favouriteAdded.ko,
    saved: messages.saved.ko,
  },
  en: {
    zone: 'Zones',
    cell: 'Cells',
    lot: 'Inventory by lot',
    editFavourites: 'Edit favourites',
    myInfo: 'My info',
    logOut: 'Log out',
    added: 'Added to favourites.',
    saved: 'Saved.',
  },
}

async function logIn(): Promise<void> {
  await focusOn(page, '[name=id]')
  await page.keyboard.type('admin', byHand)
  await press('Tab')
  await page.keyboard.type(testPassword, byHand)
  await press('Tab', 'Space', 'Shift+Tab', 'Enter')
  await page.waitForSelector('.workspace')
}

async function walkMenu({ zone, cell }: Words): Promise<void> {
  await press('Alt+m')
  await focusOn(page, '[data-menu-input]')
  await press('End', 'ArrowLeft', 'Home')
  await page.keyboard.insertText(zone)
  await page.waitForSelector(`.menu-row[data-current] >> text=${zone}`)
  await press('Enter')
  await waitForPanel('ZONE')
  // A collapsed menu opens for keyboard use and closes once a screen is chosen.
  await press('Alt+Shift+m')
  await page.waitForSelector('.left-menu:not([data-pinned])')
  await press('Alt+m')
  await page.waitForSelector('.left-menu[data-out]')
  await focusOn(page, '[data-menu-input]')
  await page.keyboard.insertText(cell)
  await page.waitForSelector(`.menu-row[data-current] >> text=${cell}`)
  await press('Enter')
  await waitForPanel('CELL')
  await page.waitForSelector('.left-menu:not([data-out])')
  await press('Alt+Shift+m')
  await page.waitForSelector('.left-menu[data-pinned]')
}

async function editFavouritesByKeys({ editFavourites, added, saved }: Words): Promise<void> {
  for (const key of ['Alt+2', 'Alt+3']) {
    await press(key, 'Alt+Shift+b')
    await page.waitForSelector(`.note >> text=${added}`)
    await page.waitForSelector(`.note >> text=${added}`, { state: 'detached' })
  }
  expect(await getFavourites()).toEqual(['Zone', 'Cell'])
  await runLine(`>${editFavourites}`, 'Enter')
  await focusOn(page, '.favourites-list')
  await press('Delete', 'Escape')
  await page.waitForSelector('.favourites-list', { state: 'detached' })
  expect(await page.locator('.menu-row[data-kind=favourite]').count()).toBe(2)
  await runLine(`>${editFavourites}`, 'Enter')
  await focusOn(page, '.favourites-list')
  await press('Alt+ArrowDown', 'ArrowUp', 'Space', 'Enter')
  await page.waitForSelector(`.note >> text=${saved}`)
  expect(await getFavourites()).toEqual(['Cell*', 'Zone'])
  await runLine(`>${editFavourites}`, 'Enter')
  await focusOn(page, '.favourites-list')
  await press('Delete', 'Enter')
  await page.waitForSelector('.favourites-list', { state: 'detached' })
  expect(await getFavourites()).toEqual(['Zone'])
  await press('Alt+b')
  await focusOn(page, '[data-menu-input]')
  await press('Enter')
  await waitForPanel('ZONE')
}

async function useTabs({ zone }: Words): Promise<void> {
  await press('Alt+1')
  await page.waitForURL(`${shell.base}/`)
  await press('Alt+PageDown')
  await waitForPanel('ZONE')
  await runLine(zone, 'Control+Enter')
  await page.waitForURL(/\/mst\/Zone\/copy1\?mid=ZONE/)
  expect(await page.locator('[role=tab]').count()).toBe(4)
  await press('Alt+w')
  await page.waitForSelector('[role=tab] >> nth=3', { state: 'detached' })
  await press('Alt+3')
  await waitForPanel('CELL')
  await press('Alt+w')
  await page.waitForSelector('[role=tab] >> nth=2', { state: 'detached' })
}

async function searchAndChoose({ lot }: Words): Promise<void> {
  await runLine(lot, 'Enter')
  await waitForPanel('ILT')
  await press('Alt+s')
  await focusOn(page, '[data-panel=ILT] [data-zone=search] input')
  await press('F4')
  await focusOn(page, '[role=dialog] [role=combobox]')
  await page.waitForSelector('[role=dialog] .help-row')
  await page.keyboard.insertText('HANBIT')
  await page.waitForSelector('[role=dialog] .help-row[aria-selected=true] >> text=HANBIT')
  await page.waitForFunction(() => document.querySelectorAll('.help-row').length === 1)
  await press('Enter')
  await page.waitForSelector('[data-panel=ILT] .lookup-name >> text=한빛헬스')
  await press('Alt+Shift+s')
  await page.waitForSelector('.search-summary >> text=HANBIT')
  await press('Alt+Shift+s')
  await focusOn(page, '[data-panel=ILT] [data-zone=search] input')
}

async function answerDialog(): Promise<void> {
  await press('Alt+2')
  await waitForPanel('ZONE')
  await page.waitForSelector('.status-line >> text=/[-–0-9] \\/ [1-9]/')
  await press('Alt+g')
  await focusOn(page, '[data-key-sink]')
  await press('Insert')
  await page.waitForSelector('.tab-dirty')
  await press('Alt+w')
  await focusOn(page, '[role=alertdialog] [data-main]')
  await press('Tab', 'Tab', 'Enter')
  await page.waitForSelector('[role=alertdialog]', { state: 'detached' })
  await page.waitForSelector('.tab-dirty')
  await press('Alt+w')
  await focusOn(page, '[role=alertdialog] [data-main]')
  await press('Delete')
  await page.waitForSelector('[data-tab=ZONE]', { state: 'detached' })
}

async function changeWarehouse(): Promise<void> {
  await press('Alt+0')
  await page.waitForSelector('.warehouse-list')
  await press('ArrowDown', 'Enter')
  await page.waitForSelector('.status-line >> text=W02')
  expect(await page.locator('[role=tab]').count()).toBe(1)
}

async function openOwnInfo({ myInfo }: Words): Promise<void> {
  await runLine(`>${myInfo}`, 'Enter')
  await page.waitForSelector('[role=dialog] .info-page')
  await focusOn(page, '[role=dialog] [type=radio]')
  await press('ArrowRight')
  await page.waitForSelector('html[data-theme=light]')
  await press('ArrowLeft', 'Escape')
  await page.waitForSelector('[role=dialog]', { state: 'detached' })
}

async function logOutByKeys({ logOut }: Words): Promise<void> {
  await runLine(`>${logOut}`, 'Enter')
  await page.waitForURL(/\/login/)
  // The id is remembered, so only the password is missing.
  await focusOn(page, '[name=password]')
  expect(await page.inputValue('[name=id]')).toBe('admin')
}

test.each(['ko', 'en'] as const)(
  'the entire shell is usable with only the keyboard, in %s',
  async (language) => {
    const own = words[language]
    await page.addInitScript((name) => localStorage.setItem('wms.language', name), language)
    await page.goto(shell.base)
    await logIn()
    await walkMenu(own)
    await editFavouritesByKeys(own)
    await useTabs(own)
    await searchAndChoose(own)
    await answerDialog()
    await changeWarehouse()
    await openOwnInfo(own)
    await logOutByKeys(own)
  },
)

test('the folded menu expands under the pointer and collapses when it leaves', async () => {
  await page.goto(shell.base)
  await logIn()
  await press('Alt+Shift+m')
  await page.waitForSelector('.left-menu:not([data-pinned])')
  await page.mouse.move(20, 300)
  await page.waitForSelector('.left-menu[data-out] .menu-sheet')
  await takePicture(page, 'shell3-menu-out')
  await page.mouse.move(700, 300)
  await page.waitForSelector('.menu-sheet', { state: 'detached' })
  await page.mouse.move(20, 300)
  await page.click('.menu-heading >> text=고정')
  await page.waitForSelector('.left-menu[data-pinned]')
})
