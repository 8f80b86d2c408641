import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openGridPage, type GridPage } from './harness.ts'

let grid: GridPage

beforeAll(async () => {
  grid = await openGridPage()
  await grid.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
})
afterAll(async () => {
  await grid.close()
})
beforeEach(async () => {
  await grid.page.evaluate(() => window.mount({ rows: 40 }))
  await grid.page.locator('.grid-sink').focus()
  await grid.page.evaluate(() => window.model.setCurrent(0, 'QTY'))
})

const press = async (...keys: string[]) => {
  for (const key of keys) await grid.page.keyboard.press(key)
}
const readQuantities = (...rows: number[]) =>
  grid.page.evaluate((wanted) => wanted.map((row) => window.model.value(row, 'QTY')), rows)
const readStats = () => grid.page.evaluate(() => window.model.selectionStats())
const readClipboard = () => grid.page.evaluate(() => navigator.clipboard.readText())

test('an added range and the selection are both counted, with each cell counted once', async () => {
  const [first = 0, second = 0, , fourth = 0] = (await readQuantities(0, 1, 2, 3)).map(Number)
  await press('Shift+ArrowDown', 'Alt+Shift+A')
  await press('ArrowDown', 'ArrowDown', 'ArrowDown')
  expect(await readStats()).toMatchObject({
    cells: 3,
    count: 3,
    sum: String(first + second + fourth),
  })
  // Extending the selection over an added range counts no cell twice.
  await press('Alt+Shift+A', 'ArrowUp', 'ArrowUp')
  expect(await readStats()).toMatchObject({ cells: 3 })
  await press('Escape', 'ArrowDown')
  expect(await readStats()).toMatchObject({ cells: 1 })
})

test('filling the selection fills all ranges and is undone in one step', async () => {
  const before = await readQuantities(0, 1, 3)
  await press('Alt+Shift+A', 'ArrowDown', 'ArrowDown', 'ArrowDown')
  await grid.page.keyboard.type('7', { delay: 60 })
  await press('Control+Enter')
  expect(await readQuantities(0, 1, 3)).toEqual([7, before[1], 7])
  await press('Control+z')
  expect(await readQuantities(0, 1, 3)).toEqual(before)
})

test('ranges over the same columns are copied as one block, others are rejected', async () => {
  const [first, , third] = await readQuantities(0, 1, 2)
  await press('Alt+Shift+A', 'ArrowDown', 'ArrowDown', 'Control+c')
  await expect.poll(readClipboard).toBe(`${first}\r\n${third}`)
  await press('Alt+Shift+A', 'ArrowRight', 'Control+c')
  await grid.page
    .getByText(/떨어진 범위|Separate ranges/)
    .first()
    .waitFor()
  expect(await readClipboard()).toBe(`${first}\r\n${third}`)
})

test('Ctrl+click adds to the selection, and a plain click replaces the selection', async () => {
  const box = await grid.page.locator('.grid-body').boundingBox()
  const cellPoint = (row: number): [number, number] => [
    (box?.x ?? 0) + 100,
    (box?.y ?? 0) + 26 + row * 24 + 12,
  ]
  await grid.page.mouse.click(...cellPoint(1))
  await grid.page.keyboard.down('Control')
  await grid.page.mouse.click(...cellPoint(4))
  await grid.page.keyboard.up('Control')
  await expect.poll(readStats).toMatchObject({ cells: 2 })
  await grid.page.mouse.click(...cellPoint(2))
  await expect.poll(readStats).toMatchObject({ cells: 1 })
})

test('pasting from Excel preserves quoted cells and line breaks and adds rows', async () => {
  await grid.page.evaluate(() => {
    window.model.setCurrent(window.model.rowCount - 1, 'NAME')
    // Clipboard of a copy from Excel: its stale HTML, and the plain text with the user's edits.
    const html = '<table><tr><td>stale</td></tr></table>'
    const text = '"두 줄\n이름"\r\n"말 ""한"" 이름"\r\n'
    const data = new DataTransfer()
    data.setData('text/plain', text)
    data.setData('text/html', html)
    const event = new ClipboardEvent('paste', {
      clipboardData: data,
      bubbles: true,
      cancelable: true,
    })
    document.querySelector('.grid-sink')?.dispatchEvent(event)
  })
  const names = await grid.page.evaluate(() => [
    window.model.rowCount,
    window.model.value(39, 'NAME'),
    window.model.value(40, 'NAME'),
    window.model.flag(40),
  ])
  expect(names).toEqual([41, '두 줄\n이름', '말 "한" 이름', 'I'])
  await press('Control+z')
  expect(await grid.page.evaluate(() => window.model.rowCount)).toBe(40)
})

test('pasting a table without plain text preserves line breaks and empty cells', async () => {
  await grid.page.evaluate(() => {
    window.model.setCurrent(0, 'NAME')
    const data = new DataTransfer()
    data.setData('text/html', '<table><tr><td>above<br>below</td></tr><tr><td></td></tr></table>')
    const event = new ClipboardEvent('paste', {
      clipboardData: data,
      bubbles: true,
      cancelable: true,
    })
    document.querySelector('.grid-sink')?.dispatchEvent(event)
  })
  const names = await grid.page.evaluate(() => [0, 1].map((row) => window.model.value(row, 'NAME')))
  expect(names).toEqual(['above\nbelow', null])
})
