import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { rowPattern, screenTitle } from '#tests/support/labels.ts'
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
})
afterAll(() => shell.close())
beforeEach(async () => {
  page = await shell.newPage()
  await visit(page, shell.base)
})
afterEach(() => page.context().close())

async function open(name: string, abbr: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await focusOn(page, '[cmdk-input]')
  await page.keyboard.insertText(name)
  await page.waitForSelector('.palette-row[data-selected=true]')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`mid=${abbr}`))
  await page.waitForSelector(`.status-line >> text=${rowPattern('.+', '[1-9]')}`)
}

async function readSize(selector: string): Promise<[number, number]> {
  const box = await page.locator(selector).first().boundingBox()
  return [box?.width ?? 0, box?.height ?? 0]
}

test('the bar is 40 high, and the menu is 270 wide or 54 when folded', async () => {
  expect((await readSize('.top-bar'))[1]).toBe(40)
  expect((await readSize('.left-menu'))[0]).toBe(270)
  await page.keyboard.press('Alt+Shift+m')
  expect((await readSize('.left-menu'))[0]).toBe(54)
  await page.keyboard.press('Alt+m')
  await focusOn(page, '[data-menu-input]')
  // The menu opens over the page without moving it.
  expect((await readSize('.menu-sheet'))[0]).toBe(270)
  expect((await readSize('.left-menu'))[0]).toBe(54)
})

test('the content is at least 1280 wide, and a narrower window scrolls', async () => {
  expect((await readSize('.workspace'))[0]).toBe(1440)
  await page.setViewportSize({ width: 1000, height: 700 })
  expect((await readSize('.workspace'))[0]).toBe(1280)
  const reach = await page.locator('#root').evaluate((root) => {
    root.scrollTo(5000, 0)
    return root.scrollLeft
  })
  expect(reach).toBe(280)
  await takePicture(page, 'shell3-narrow')
})

test('a window narrower than the page scrolls to the current cell', async () => {
  await page.setViewportSize({ width: 1000, height: 700 })
  await open(screenTitle('Zone'), 'ZONE')
  await page.keyboard.press('Alt+g')
  await focusOn(page, '[data-key-sink]')
  const distance = () =>
    page.locator('[data-panel=ZONE] [data-key-sink]').evaluate((cell) => {
      const { left, right } = cell.getBoundingClientRect()
      return Math.max(0, -left, right - innerWidth)
    })
  for (const key of ['Control+End', 'Control+Home', 'End', 'Home']) {
    await page.keyboard.press(key)
    await expect.poll(distance, { message: key }).toBe(0)
  }
})

test('legend entries that do not fit are omitted entirely, and help is always shown', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(screenTitle('Zone'), 'ZONE')
  await page.keyboard.press('Alt+g')
  await focusOn(page, '[data-key-sink]')
  const boxes = await page.locator('.legend-bar').evaluate((bar) => {
    const { top, bottom } = bar.getBoundingClientRect()
    return [...bar.children].map((entry) => {
      const box = entry.getBoundingClientRect()
      const shown = Math.min(bottom, box.bottom) - Math.max(top, box.top)
      return { left: box.left, right: box.right, shown: shown / box.height }
    })
  })
  const help = boxes.pop()
  expect([help?.shown, (help?.right ?? 0) <= 1280]).toEqual([1, true])
  const isCut = ({ shown, right }: (typeof boxes)[number]) =>
    (shown > 0.1 && shown < 0.99) || (shown > 0.1 && right > (help?.left ?? 0))
  expect(boxes.filter(isCut)).toEqual([])
  expect(boxes.filter(({ shown }) => shown <= 0.1).length).toBeGreaterThan(0)
})

test('grid rows are 24 high under a header of 26, and controls are 22 high', async () => {
  await open(screenTitle('Zone'), 'ZONE')
  expect((await readSize('.search-panel .input'))[1]).toBe(22)
  await page.keyboard.press('Alt+g')
  await focusOn(page, '[data-key-sink]')
  const readTop = () =>
    page
      .locator('[data-key-sink]')
      .evaluate((sink) => Number.parseFloat(sink.style.getPropertyValue('--cell-top')))
  await page.keyboard.press('Control+Home')
  expect(await readTop()).toBe(26)
  await page.keyboard.press('Insert')
  await page.waitForSelector('.tab-dirty')
  expect(await readTop()).toBe(50)
})

test('a default popup is 800 by 600, and the code lookup is 600 by 600', async () => {
  for (const [route, expected] of [
    ['InputTextBoxPopup', [800, 600]],
    ['CommonPopup', [600, 600]],
    ['StockQtyPopup', [700, 600]],
  ] as const) {
    await page.keyboard.press('Control+k')
    await focusOn(page, '[cmdk-input]')
    await page.keyboard.insertText(route)
    await page.waitForSelector('.palette-row[data-selected=true]')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[role=dialog] .input')
    expect(await readSize('[role=dialog]')).toEqual(expected)
    await page.keyboard.press('Escape')
    await page.waitForSelector('[role=dialog]', { state: 'detached' })
  }
})

test('a popup that can be maximized fills the window and returns with a key', async () => {
  await page.keyboard.press('Control+k')
  await focusOn(page, '[cmdk-input]')
  await page.keyboard.insertText('OzReportPopup')
  await page.waitForSelector('.palette-row[data-selected=true]')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[role=dialog] .input')
  await page.keyboard.press('Alt+Enter')
  expect(await readSize('[role=dialog]')).toEqual([1440, 900])
  await page.keyboard.press('Alt+Enter')
  expect(await readSize('[role=dialog]')).toEqual([800, 600])
  await page.keyboard.press('Escape')
})

test('a message is 400 wide, a long one at most 600 and a notification 350', async () => {
  await open(screenTitle('Zone'), 'ZONE')
  await page.keyboard.press('Alt+g')
  await focusOn(page, '[data-key-sink]')
  await page.keyboard.press('Insert')
  await page.waitForSelector('.tab-dirty')
  await page.keyboard.press('Alt+w')
  await page.waitForSelector('[role=alertdialog]')
  expect((await readSize('[role=alertdialog]'))[0]).toBe(400)
  const text = page.locator('.message-text > :last-child')
  await text.evaluate((element) => (element.textContent = '긴 설명 '.repeat(200)))
  expect((await readSize('[role=alertdialog]'))[0]).toBe(600)
  await page.keyboard.press('Escape')
  // A note reports that there is nothing to print.
  await page.keyboard.press('Control+p')
  await page.waitForSelector('.note')
  expect((await readSize('.note'))[0]).toBe(350)
})

test('the search folds to one line that shows its conditions, and unfolds again', async () => {
  await open('존관리 존코드=A', 'ZONE')
  const readHeight = async () => (await readSize('[data-panel=ZONE] .search-panel'))[1]
  const before = await readHeight()
  await page.keyboard.press('Alt+Shift+s')
  await page.waitForSelector('.search-summary >> text=존코드 A')
  expect(await readHeight()).toBeLessThan(before)
  await takePicture(page, 'shell3-folded')
  expect(await findBrokenRules(page)).toEqual([])
  await page.keyboard.press('Alt+s')
  await focusOn(page, '[data-panel=ZONE] .search-panel input')
  expect(await readHeight()).toBe(before)
})

test('the user settings are requested once at the start', async () => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/setting/load')) requests.push(request.url())
  })
  await page.reload()
  await page.waitForSelector('.workspace')
  await open(screenTitle('Zone'), 'ZONE')
  expect(requests).toHaveLength(1)
})
