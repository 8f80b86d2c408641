import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openGridPage, type GridPage } from './harness.ts'

let grid: GridPage

beforeAll(async () => {
  grid = await openGridPage()
})
afterAll(async () => {
  await grid.close()
})
beforeEach(async () => {
  await grid.page.evaluate(() => window.mount({ rows: 40 }))
  await grid.page.locator('.grid-sink').focus()
})

const panel = () => grid.page.locator('.grid-panel')
const goTo = (column: string) => grid.page.evaluate((id) => window.model.setCurrent(1, id), column)

test('Shift+F counts the values of a column, Enter filters by the selected one', async () => {
  await goTo('HELD')
  await grid.page.keyboard.press('Shift+F')
  await panel().waitFor()
  expect(await panel().locator('li').allTextContents()).toEqual(['02767.5%', '481332.5%'])
  await grid.page.keyboard.press('ArrowDown')
  await grid.page.keyboard.press('Enter')
  await panel().waitFor({ state: 'hidden' })
  expect(await grid.page.evaluate(() => window.model.rowCount)).toBe(13)
})

test('Space marks several counted values, and Enter shows rows with any of these values', async () => {
  await goTo('NAME')
  await grid.page.keyboard.press('Alt+Shift+F')
  await panel().waitFor()
  await grid.page.keyboard.press('Space')
  await grid.page.keyboard.press('ArrowDown')
  await grid.page.keyboard.press('ArrowDown')
  await grid.page.keyboard.press('Space')
  expect(await panel().locator('li[aria-checked=true]').count()).toBe(2)
  const wanted = await panel().locator('li[aria-checked=true] span:nth-child(2)').allTextContents()
  await grid.page.keyboard.press('Enter')
  await panel().waitFor({ state: 'hidden' })
  expect(await grid.page.evaluate(() => window.model.rowCount)).toBe(
    wanted.reduce((sum, count) => sum + Number(count), 0),
  )
})

test('in an editable cell Shift+F types a letter, and Alt+Shift+F counts the values', async () => {
  await goTo('NAME')
  await grid.page.keyboard.press('Shift+F')
  expect(await grid.page.locator('.grid-sink').inputValue()).toBe('F')
  await grid.page.keyboard.press('Escape')
  await grid.page.keyboard.press('Alt+Shift+F')
  await panel().waitFor()
  expect(await panel().locator('li').count()).toBe(4)
  await grid.page.keyboard.press('Escape')
  await panel().waitFor({ state: 'hidden' })
})

test('keys hide, move, resize and freeze columns, and the layout can be restored', async () => {
  await grid.page.evaluate(() => {
    window.model.onLayout((layout) => {
      document.body.dataset['layout'] = JSON.stringify(layout)
    })
  })
  await grid.page.keyboard.press('Alt+Shift+C')
  await panel().waitFor()
  for (const key of ['ArrowDown', 'Space', 'ArrowDown', 'ArrowRight', 'f', 'Alt+ArrowUp']) {
    await grid.page.keyboard.press(key)
  }
  await grid.page.keyboard.press('Escape')
  const kept = await grid.page.evaluate(() => document.body.dataset['layout'] ?? '')
  const layout: { columns: object[] } = JSON.parse(kept)
  expect(layout.columns.slice(0, 3)).toEqual([
    { id: 'OWNER', width: 74, hidden: false, frozen: true },
    { id: 'NAME', width: 198, hidden: false, frozen: true },
    { id: 'ITEM', width: 110, hidden: true, frozen: false },
  ])
  const drawn = await grid.page.evaluate(async (text) => {
    await window.mount({ rows: 40 })
    window.model.setLayout(JSON.parse(text))
    return window.model.drawn.slice(0, 3).map(({ id }) => id)
  }, kept)
  expect(drawn).toEqual(['OWNER', 'NAME', 'CELL'])
})

test('the last visible column cannot be hidden', async () => {
  await grid.page.evaluate(() => window.mount({ rows: 3, columns: ['ITEM', 'NAME'] }))
  await grid.page.locator('.grid-sink').focus()
  await grid.page.keyboard.press('Alt+Shift+C')
  for (const key of ['Space', 'ArrowDown', 'Space']) await grid.page.keyboard.press(key)
  expect(await grid.page.evaluate(() => window.model.drawn.map(({ id }) => id))).toEqual(['NAME'])
})
