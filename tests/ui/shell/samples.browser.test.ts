import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { rowPattern, columnTitles } from '#tests/support/labels.ts'
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
const problems: string[] = []

beforeAll(async () => {
  shell = await openShell()
})
afterAll(() => shell.close())
beforeEach(async () => {
  page = await shell.newPage()
  problems.length = 0
  page.on('pageerror', (error) => problems.push(error.message))
})
afterEach(async () => {
  await page.context().close()
  expect(problems).toEqual([])
})

async function openSample(path: string, mid: string): Promise<void> {
  await visit(page, `${shell.base}${path}?mid=${mid}`)
  await page.waitForURL(new RegExp(`mid=${mid}`))
}

const layouts = [
  ['layout1', 'ZLA', ['search', 'grid']],
  ['layout2', 'ZLB', ['search', 'grid', 'lines']],
  ['layout3', 'ZLC', ['search', 'grid', 'form']],
  ['layout5', 'ZLE', ['grid', 'lines']],
  ['layout6', 'ZLF', ['form', 'grid']],
  ['layout7', 'ZLG', ['grid', 'lines', 'form']],
  ['layout8', 'ZLH', ['search', 'grid', 'chart']],
] as const

test.each(layouts)(
  '%s opens at its address with its parts, and F6 cycles through them',
  async (...layout) => {
    const [route, mid, parts] = layout
    await openSample(`/z-dev/layout/${route}`, mid)
    await focusOn(page, '[data-zone=grid] [data-key-sink]')
    const zones = page.locator('.panel[data-active] [data-zone]')
    expect(
      await zones.evaluateAll((all) => all.map((element) => element.getAttribute('data-zone'))),
    ).toEqual(parts)
    // The chart's code loads after the rows, and F6 skips parts that cannot have the focus yet.
    if (route === 'layout8') await page.waitForSelector('[data-zone=chart] [tabindex="0"]')
    const walked = new Set<string | null>()
    for (let step = 0; step < parts.length + 3; step += 1) {
      await page.keyboard.press('F6')
      walked.add(
        await page.evaluate(
          () => document.activeElement?.closest('[data-zone]')?.getAttribute('data-zone') ?? null,
        ),
      )
    }
    expect([...walked]).toEqual(expect.arrayContaining([...parts]))
    await takePicture(page, `shell3-${route}`)
    expect(await findBrokenRules(page)).toEqual([])
  },
)

test('layout4 does not exist', async () => {
  await visit(page, `${shell.base}/z-dev/layout/layout4?mid=ZLA`)
  await page.waitForSelector('text=This page could not be found')
})

test('the form shows the current grid row, and typing in it updates the row', async () => {
  await openSample('/z-dev/layout/layout3', 'ZLC')
  await focusOn(page, '[data-zone=grid] [data-key-sink]')
  const name = page.locator('[data-zone=form]').getByLabel(columnTitles.STOCK_NM)
  const first = await name.inputValue()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => name.inputValue()).not.toBe(first)
  await name.focus()
  await page.keyboard.insertText('Edited name')
  await page.keyboard.press('Tab')
  const cells = page.locator('[data-zone=grid] [role=gridcell]')
  await expect.poll(() => cells.allTextContents()).toContain('Edited name')
})

test('the search of a sample finds the rows that contain the text', async () => {
  await openSample('/z-dev/layout/layout1', 'ZLA')
  await focusOn(page, '[data-zone=grid] [data-key-sink]')
  await page.waitForSelector(`.status-line >> text=${rowPattern('1', '60')}`)
  await page.keyboard.press('Alt+s')
  await focusOn(page, '[data-zone=search] input')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('SKU100200')
  await page.keyboard.press('Enter')
  await page.waitForSelector(`.status-line >> text=${rowPattern('.', '1$')}`)
})

test('arrow keys move through chart points, each labelled with its name and value', async () => {
  await openSample('/z-dev/template/chart', 'ZCHT')
  await focusOn(page, '.chart-stop')
  const readActiveMark = () =>
    page.evaluate(() => {
      const mark = document.activeElement?.getAttribute('aria-activedescendant') ?? ''
      return document.getElementById(mark)?.getAttribute('aria-label') ?? ''
    })
  // Codes have names once their list is loaded.
  await expect.poll(readActiveMark).toMatch(/^지시, /)
  const first = await readActiveMark()
  await page.keyboard.press('ArrowRight')
  expect(await readActiveMark()).not.toBe(first)
  await page.keyboard.press('End')
  const last = await readActiveMark()
  await page.keyboard.press('ArrowRight')
  expect(await readActiveMark()).toBe(last)
  await page.keyboard.press('Home')
  expect(await readActiveMark()).toBe(first)
  const [name = '', value = ''] = first.split(/, /)
  expect(await page.locator('.chart-table').first().textContent()).toContain(`${name}${value}`)
  await takePicture(page, 'shell3-chart')
  expect(await findBrokenRules(page)).toEqual([])
})
