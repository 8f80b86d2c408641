import type { Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { takeFocusErrors, watchFocus, watchFocusOfLoads } from '#tests/e2e/focus-watch.ts'
import { putStock } from '#tests/support/floor.ts'
import { commandTitle, screenTitle, columnTitles } from '#tests/support/labels.ts'
import { focusOn, logIn, openShell, takePicture, type ShellPage, typeLogin } from './shell-page.ts'

let shell: ShellPage
let page: Page

beforeAll(async () => {
  shell = await openShell()
})
afterAll(() => shell.close())
beforeEach(async () => {
  page = await shell.newPage()
})
afterEach(() => page.context().close())

const inSecondWarehouse = '.top-who >> text=이천'
const start = ['/api/session', '/api/menuMap', '/api/languageMap']

function watchCalls(): string[] {
  const seen: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) seen.push(pathname)
  })
  return seen
}

test('session, menu and language are requested in parallel before the app is shown', async () => {
  await page.goto(shell.base)
  await typeLogin(page)
  const waiting = new Map<string, () => void>()
  await page.route('**/api/{session,menuMap,languageMap}', async (route) => {
    const { pathname } = new URL(route.request().url())
    await new Promise<void>((go) => waiting.set(pathname, go))
    await route.continue()
  })
  await page.reload()
  // The requests run in parallel: all three are pending before any response.
  await expect.poll(() => [...waiting.keys()].toSorted()).toEqual(start.toSorted())
  expect(await page.locator('.workspace').count()).toBe(0)
  for (const go of waiting.values()) go()
  await page.waitForSelector('.workspace')
})

test('an element has the focus in every frame from the login to the Home list', async () => {
  let release = (): void => undefined
  const isHere = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/home-parts*.js', async (route) => {
    await isHere
    await route.continue()
  })
  await page.goto(shell.base)
  await focusOn(page, '[name=id]')
  await watchFocus(page)
  await typeLogin(page)
  // The placeholder has the focus until the list is loaded.
  await focusOn(page, '.home-lines[aria-busy=true]')
  expect(await takeFocusErrors(page)).toEqual([])
  release()
  await page.locator('.home-lines[aria-activedescendant]').waitFor()
  await focusOn(page, '.home-lines')
  expect(await takeFocusErrors(page)).toEqual([])

  await watchFocusOfLoads(page)
  await page.reload()
  await page.locator('.home-lines[aria-activedescendant]').waitFor()
  await focusOn(page, '.home-lines')
  // Before the page's code runs, no element can have the focus.
  const errors = (await takeFocusErrors(page)).filter((error) => error !== 'lost after nothing')
  expect(errors).toEqual([])
})

test('the login pages request neither session, menu nor language', async () => {
  const calls = watchCalls()
  await page.goto(`${shell.base}/login`)
  await focusOn(page, '[name=id]')
  await page.goto(`${shell.base}/login/id-search`)
  await focusOn(page, '[name=EMAIL]')
  expect(calls.filter((path) => start.includes(path))).toEqual([])
})

test('requests include the warehouse, and the warehouses are requested by user', async () => {
  await page.goto(shell.base)
  const query = page.waitForRequest('**/api/code/selectMyWcode')
  const visit = page.waitForRequest('**/api/insertVisitLog')
  await typeLogin(page)
  const request = await query
  expect(request.headers()['wcode']).toBe('W01')
  expect(request.postDataJSON()).toEqual({ SEARCH: { USER_ID: 'admin' } })
  await page.goto(`${shell.base}/mst/Zone?mid=ZONE`)
  expect((await visit).postDataJSON()).toEqual({ MENU_ID: 'Zone' })
})

test('the login sends the joined id, warehouse and password, the password and the language', async () => {
  await page.goto(`${shell.base}/login`)
  const sent = page.waitForRequest('**/api/login')
  await typeLogin(page, 'admin')
  const body: Record<string, string> = (await sent).postDataJSON()
  expect(Object.keys(body).toSorted()).toEqual(['c', 'lang', 'p'])
  expect(body['p']).toBe(`admin||${body['c']}`)
  expect(body['lang']).toBe('ko')
})

test('the bar shows warehouse, location and header buttons, and the window title is WMS', async () => {
  await page.goto(shell.base)
  await logIn(page)
  expect(await page.title()).toBe('WMS 인천')
  await page.waitForSelector('.top-bar >> text=W01')
  await page.waitForSelector('.top-who >> text=인천')
  const icons = page.locator('.top-bar .top-icon')
  const named = await icons.evaluateAll((all) =>
    all.map((element) => element.getAttribute('aria-label')),
  )
  expect(named).toEqual([
    commandTitle('app.pin-menu'),
    commandTitle('app.language'),
    '도움말',
    commandTitle('app.my-info'),
    commandTitle('app.logout'),
  ])
  // Logout and settings are icons with their text only in the title.
  expect(await page.locator('.top-icon[data-icon="app.logout"]').textContent()).toBe('')
  expect(await page.locator('.top-icon[data-icon="app.logout"] svg').count()).toBe(1)
  const tabs = page.getByRole('tab')
  expect(await tabs.allInnerTexts()).toEqual([expect.stringContaining('Home')])
  expect(await page.locator('[data-tab=home] .tab-close').count()).toBe(0)
})

test('switching warehouse updates the bar and the window title, and survives a reload', async () => {
  await page.goto(shell.base)
  await logIn(page)
  await page.locator('.warehouse button').first().click()
  await page.keyboard.press('2')
  await page.waitForSelector(inSecondWarehouse)
  expect(await page.title()).toBe('WMS 이천')
  const query = page.waitForRequest('**/api/session')
  await page.reload()
  expect((await query).headers()['wcode']).toBe('W02')
  await page.waitForSelector(inSecondWarehouse)
  expect(await page.title()).toBe('WMS 이천')
})

test('a login returns to the last warehouse, and every call of the page carries it', async () => {
  await page.goto(shell.base)
  await logIn(page)
  await page.locator('.warehouse button').first().click()
  await page.keyboard.press('2')
  await page.waitForSelector(inSecondWarehouse)
  await page.click('.top-icon[data-icon="app.logout"]')
  await focusOn(page, '[name=id]')
  const carried: (readonly [path: string, wcode: string | undefined])[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    // The stream of changes is a GET without headers.
    if (request.method() === 'POST' && pathname.startsWith('/api/') && pathname !== '/api/login')
      carried.push([pathname, request.headers()['wcode']])
  })
  await typeLogin(page)
  await page.waitForSelector(inSecondWarehouse)
  await page.goto(`${shell.base}/mst/Zone?mid=ZONE`)
  await page.waitForSelector(inSecondWarehouse)
  expect(carried.map(([path]) => path)).toEqual(expect.arrayContaining(start))
  expect(carried.filter(([, wcode]) => wcode !== 'W02')).toEqual([])
})

test('the header buttons switch the language, open the help and fold the menu', async () => {
  await page.goto(shell.base)
  await logIn(page)
  await page.click('.top-icon[data-icon="app.language"]')
  await page.waitForSelector('.top-icon[aria-label="Log out"]')
  expect(await page.getAttribute('html', 'lang')).toBe('en')
  await page.click('.top-icon[data-icon="app.language"]')
  await page.waitForSelector(`.top-icon[aria-label="${commandTitle('app.logout')}"]`)
  await page.click('.top-icon[aria-label="도움말"]')
  await page.waitForSelector('[role=dialog]')
  await takePicture(page, 'shell-help')
  await page.keyboard.press('Escape')
  await page.waitForSelector('[role=dialog]', { state: 'detached' })
  const readMenuWidth = () => page.locator('.left-menu').evaluate((menu) => menu.clientWidth)
  const before = await readMenuWidth()
  const menuButton = `.top-icon[aria-label="${commandTitle('app.pin-menu')}"]`
  await page.click(menuButton)
  await expect.poll(readMenuWidth).not.toBe(before)
  const kept = page.waitForResponse(
    (response) =>
      response.request().postData()?.startsWith('{"KEY":"menu-pinned","VALUE":true') ?? false,
  )
  await page.click(menuButton)
  await expect.poll(readMenuWidth).toBe(before)
  await kept
})

test('the menu opens a screen at its path with its abbreviation and folds when unpinned', async () => {
  await page.goto(shell.base)
  await logIn(page)
  await page.keyboard.press('Alt+Shift+m')
  await page.waitForFunction(
    () => document.querySelector('.left-menu')?.getBoundingClientRect().width === 54,
  )
  await page.keyboard.press('Alt+m')
  await focusOn(page, '[data-menu-input]')
  await page.keyboard.insertText(screenTitle('Zone'))
  await page.waitForSelector(`.menu-row >> text=${screenTitle('Zone')}`)
  const visits = watchCalls()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${shell.base}/mst/Zone?mid=ZONE`)
  await page.waitForSelector('.menu-sheet [data-menu-input]', { state: 'hidden' })
  // The same entry again must not add a tab, a visit or an address.
  await expect.poll(() => visits.filter((path) => path === '/api/insertVisitLog').length).toBe(1)
  await page.keyboard.press('Alt+m')
  await focusOn(page, '[data-menu-input]')
  await page.keyboard.insertText(screenTitle('Zone'))
  await page.keyboard.press('Enter')
  await page.waitForSelector('.menu-sheet [data-menu-input]', { state: 'hidden' })
  expect(await page.getByRole('tab').count()).toBe(2)
  expect(visits.filter((path) => path === '/api/insertVisitLog')).toHaveLength(1)
})

test('the font is a bundled Korean sans, and the page declares its language', async () => {
  await page.goto(shell.base)
  await logIn(page)
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(
    /^"?Pretendard/,
  )
  expect(
    await page.evaluate(() => document.fonts.check('13px "Pretendard Variable"', '창고')),
  ).toBe(true)
  expect(await page.getAttribute('html', 'lang')).toBe('ko')
})

test('the stock quantity popup shows mark, plot and quantity next to code and name', async () => {
  await putStock(shell.site.db, { item: 'PLAIN', qty: 12, mark: 'MK-7' })
  await page.goto(shell.base)
  await logIn(page)
  await page.keyboard.press('Control+k')
  await focusOn(page, '[cmdk-input]')
  await page.keyboard.insertText('StockQtyPopup')
  await page.waitForSelector('.palette-row[data-selected=true]')
  await page.keyboard.press('Enter')
  await focusOn(page, '[role=dialog] [role=combobox]')
  await page.keyboard.insertText('PLAIN')
  await page.waitForSelector('[role=dialog] [role=option] >> text=MK-7')
  expect(await page.locator('.help-head span').allInnerTexts()).toEqual([
    '품목',
    columnTitles.STOCK_NM,
    '마크',
    'PLOT',
    '재고',
  ])
  const cells = await page.locator('[role=dialog] [role=option] span').allInnerTexts()
  expect(cells).toEqual(['PLAIN', '세라믹 필터', 'MK-7', '', '12'])
})

test('a failed start is reported in the page and can be retried there', async () => {
  await page.goto(shell.base)
  await logIn(page)
  const broken = '**/api/menuMap'
  await page.route(broken, (route) => route.fulfill({ status: 500, json: { message: 'broken' } }))
  await page.reload()
  await page.waitForSelector('[role=alert] >> text=broken')
  await page.unroute(broken)
  await page.getByRole('button', { name: '다시 시도' }).click()
  await page.waitForSelector('.workspace')
})
