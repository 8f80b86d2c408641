import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { screenTitle, commandTitle } from '#tests/support/labels.ts'
import { messages } from '#kernel/messages.ts'
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

async function getFavourites(): Promise<string[]> {
  const rows = await shell.site.db.query<{ menu_id: string; init_yn: string }>(sql`
    select menu_id, init_yn from my_menu where user_id = 'admin' order by menu_seq`)
  return rows.map(({ menu_id: id, init_yn: initial }) => (initial === 'Y' ? `${id}*` : id))
}

async function addFavourites(...routes: string[]): Promise<void> {
  for (const [index, route] of routes.entries()) {
    await shell.site.db.execute(sql`
      insert into my_menu (user_id, menu_id, menu_seq) values ('admin', ${route}, ${index})`)
  }
}

async function run(command: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await focusOn(page, '[cmdk-input]')
  await page.keyboard.insertText(command)
  await page.waitForSelector('.palette-row[data-selected=true]')
  await page.keyboard.press('Enter')
}

const editRows = (): Promise<string[]> =>
  page.locator('.favourites-list .menu-name').allTextContents()

test('favourites are ordered, marked, removed and saved with only the keyboard', async () => {
  await addFavourites('Zone', 'Cell', 'Owner')
  await visit(page, shell.base)
  await run(`>${commandTitle('app.edit-favourites')}`)
  await focusOn(page, '.favourites-list')
  await takePicture(page, 'shell2-favourites')
  expect(await findBrokenRules(page)).toEqual([])
  const before = await editRows()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Delete')
  expect(await editRows()).toEqual([before[0], before[2]])
  await page.keyboard.press('Enter')
  await page.waitForSelector(`.note >> text=${messages.saved.ko}`)
  expect(await getFavourites()).toEqual(['Zone*', 'Owner'])
  await page.waitForSelector('.favourites-list', { state: 'detached' })
})

test('undo leaves edit mode with the previous list', async () => {
  await addFavourites('Zone', 'Cell')
  await visit(page, shell.base)
  await run(`>${commandTitle('app.edit-favourites')}`)
  await focusOn(page, '.favourites-list')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Escape')
  await focusOn(page, '[data-menu-input]')
  expect(await page.locator('.menu-row[data-kind=favourite]').count()).toBe(2)
  expect(await getFavourites()).toEqual(['Zone', 'Cell'])
})

test('favourites being edited survive a reload, and undo still restores the previous list', async () => {
  await addFavourites('Zone', 'Cell', 'Owner')
  await visit(page, shell.base)
  await run(`>${commandTitle('app.edit-favourites')}`)
  await focusOn(page, '.favourites-list')
  const before = await editRows()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  const [first = '', second = ''] = before
  expect(await editRows()).toEqual([second, first])
  // A favourite added in another session since then is not removed by this edit.
  await addFavourites('Stocktaking')
  await page.reload()
  await page.waitForSelector('.favourites-list')
  expect(await editRows()).toEqual([second, first, screenTitle('Stocktaking')])
  await page.focus('.favourites-list')
  await page.keyboard.press('Enter')
  await page.waitForSelector(`.note >> text=${messages.saved.ko}`)
  expect(await getFavourites()).toEqual(['Cell', 'Zone', 'Stocktaking'])
  await page.reload()
  await page.waitForSelector('.menu-row[data-kind=favourite]')
  expect(await page.locator('.favourites-list').count()).toBe(0)
})

test('a favourite is dragged to another position with the pointer', async () => {
  await addFavourites('Zone', 'Cell', 'Owner')
  await visit(page, shell.base)
  await run(`>${commandTitle('app.edit-favourites')}`)
  await page.waitForSelector('.favourites-list')
  await page.dragAndDrop('#favourite-Owner', '#favourite-Zone')
  await page.click('.favourites-buttons .button >> nth=0')
  await page.waitForSelector(`.note >> text=${messages.saved.ko}`)
  expect(await getFavourites()).toEqual(['Owner', 'Zone', 'Cell'])
})

test('folding the menu hides the favourites, and their edits return when it opens again', async () => {
  await addFavourites('Zone', 'Cell')
  await visit(page, shell.base)
  await run(`>${commandTitle('app.edit-favourites')}`)
  await focusOn(page, '.favourites-list')
  await page.keyboard.press('Delete')
  await run(`>${commandTitle('app.pin-menu')}`)
  await page.waitForSelector('.favourites-list', { state: 'detached' })
  expect(await page.locator('.menu-row[data-kind=favourite]').count()).toBe(0)
  await page.keyboard.press('Alt+m')
  await page.waitForSelector('.favourites-list')
  expect(await editRows()).toHaveLength(1)
})

test('the favourite marked as initial screen opens after the login', async () => {
  await addFavourites('Zone', 'Cell')
  await shell.site.db.execute(sql`update my_menu set init_yn = 'Y' where menu_id = 'Cell'`)
  await visit(page, shell.base)
  await page.waitForURL(/mid=CELL/)
})

test('a popup opens by route in its specified size and is moved and closed by keys', async () => {
  await visit(page, `${shell.base}/pop/StockQtyPopup?mid=PSQT`)
  await page.waitForSelector('[role=dialog] .help-head')
  expect(page.url()).toBe(`${shell.base}/`)
  const getBox = async () => page.locator('[role=dialog]').boundingBox()
  const first = await getBox()
  expect([first?.width, first?.height]).toEqual([700, 600])
  expect(await page.locator('.help-head').textContent()).toBe('품목품목명마크PLOT재고')
  await focusOn(page, '[role=dialog] .input')
  await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Alt+ArrowUp')
  const moved = await getBox()
  expect([moved?.x, moved?.y]).toEqual([(first?.x ?? 0) + 24, (first?.y ?? 0) - 24])
  await takePicture(page, 'shell2-stock-popup')
  expect(await findBrokenRules(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.waitForSelector('[role=dialog]', { state: 'detached' })
})

test('a popup is dragged by its title bar but never out of reach', async () => {
  await visit(page, shell.base)
  await run('InputTextBoxPopup')
  await page.waitForSelector('[role=dialog] textarea')
  const title = page.locator('.popup-title h2')
  await title.hover()
  await page.mouse.down()
  await page.mouse.move(5, 5, { steps: 3 })
  await page.mouse.move(-400, -400)
  await page.mouse.up()
  const box = await page.locator('[role=dialog]').boundingBox()
  expect(box?.y).toBe(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThanOrEqual(80)
})

test('my info fits in 800 by 300 without clipping', async () => {
  await visit(page, shell.base)
  for (const theme of ['dark', 'light']) {
    await page.click('[data-icon="app.my-info"]')
    await page.waitForSelector('[role=dialog] .info-page')
    const box = await page.locator('[role=dialog]').boundingBox()
    expect([box?.width, box?.height]).toEqual([800, 300])
    const hidden = await page
      .locator('.popup-body')
      .evaluate((body) => body.scrollHeight - body.clientHeight)
    expect(hidden).toBe(0)
    await takePicture(page, `shell2-my-info-${theme}`)
    expect(await findBrokenRules(page)).toEqual([])
    await page.click('[role=dialog] [type=radio][value=light]')
    await page.keyboard.press('Escape')
  }
})

test('theme, language and folded menu follow the user to another machine', async () => {
  await visit(page, shell.base)
  const kept = page.waitForResponse(
    (response) =>
      response.url().endsWith('/setting/save') &&
      response.request().postData()?.includes('menu-pinned') === true,
  )
  await run(`>${commandTitle('app.language')}`)
  await page.waitForSelector('[data-icon="app.logout"][aria-label="Log out"]')
  await run('>Dark or light')
  await run('>Pin or fold')
  await kept
  const other = await shell.newPage()
  await visit(other, shell.base)
  await other.waitForSelector('[data-icon="app.logout"][aria-label="Log out"]')
  expect(await other.getAttribute('html', 'data-theme')).toBe('light')
  expect(await other.locator('.left-menu[data-pinned]').count()).toBe(0)
  await other.context().close()
})

test('the server returns messages in the newly selected language', async () => {
  await visit(page, shell.base)
  const request = page.waitForResponse((response) => response.url().endsWith('/api/languageMap'))
  await run(`>${commandTitle('app.language')}`)
  const { data } = (await (await request).json()) as { data: Record<string, string> }
  expect(data['MSG000012']).toBe('{0} is required.')
})
