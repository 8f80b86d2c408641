import { afterAll, beforeAll, expect, test } from 'vitest'
import { gridTexts } from '#ui/grid/edit/grid-texts.ts'
import { openGridPage, type GridPage } from './harness.ts'

const ROWS = 2_000_000

let grid: GridPage
const thrown: string[] = []

/** Two million rows exceed what a browser can scroll. The grid moves a window over them. */
beforeAll(async () => {
  grid = await openGridPage()
  grid.page.on('pageerror', (error) => thrown.push(error.message))
  await grid.page.evaluate(async (rows) => {
    await window.mount({ rows: 1 })
    const length = rows - 1
    const codes = new Int32Array(length).map((_, index) => (index % 500) + 1)
    const added = Array.from({ length: 500 }, (_, index) => `SKU${index}`)
    const numbers = new Float64Array(length).map((_, index) => index % 1000)
    const columns = { ITEM: { codes, added }, QTY: { numbers, texts: [] } }
    await window.model.receive((take) => Promise.resolve(take({ length, columns })))
    window.model.setCurrent(0, 'ITEM')
  }, ROWS)
  await grid.page.locator('.grid-sink').focus()
})
afterAll(async () => {
  await grid.close()
})

/** The row under the input sink, as referenced for screen readers. */
const readActiveRow = () =>
  grid.page.evaluate(() => {
    const id = document.querySelector('.grid-sink')?.getAttribute('aria-activedescendant')
    return Number(document.getElementById(id ?? '')?.parentElement?.ariaRowIndex ?? 0) - 2
  })

test.each([0, 10, 1_374_999, 1_375_000, ROWS - 1, 700_000])(
  'moving to row %i shows that row, editable in place',
  async (row) => {
    await grid.page.evaluate((target) => window.model.setCurrent(target, 'ITEM'), row)
    await expect.poll(readActiveRow).toBe(row)
    const box = await grid.page.locator('.grid-root').boundingBox()
    const sink = await grid.page.locator('.grid-sink').boundingBox()
    expect(sink?.y).toBeGreaterThan(box?.y ?? 0)
    expect(sink?.y).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0))
    await grid.page.keyboard.type(`X${row}`)
    await grid.page.keyboard.press('Enter')
    expect(await grid.page.evaluate((at) => window.model.value(at, 'ITEM'), row)).toBe(`X${row}`)
  },
)

test('selecting everything computes the totals without throwing', async () => {
  for (const keys of [
    'Control+Home',
    'Control+Shift+ArrowDown',
    'Control+Shift+End',
    'Control+a',
  ]) {
    await grid.page.keyboard.press(keys)
  }
  const stats = await grid.page.evaluate(async () => {
    window.model.selectionStats()
    await window.model.settled()
    return window.model.selectionStats()
  })
  // One sum per measure. Progress columns have none.
  expect(stats).toMatchObject({
    cells: ROWS * 12,
    count: ROWS + 2,
    units: [
      { title: 'Stock', sum: '998999505' },
      { title: 'Allocated', sum: '0' },
      { title: 'CBM', sum: '6.199' },
    ],
  })
  expect(thrown).toEqual([])
})

test('clearing all cells is rejected with a message', async () => {
  await grid.page.keyboard.press('Control+a')
  await grid.page.keyboard.press('Delete')
  await expect.poll(() => grid.page.locator('.grid-fault').textContent()).toContain('100,000칸')
  await grid.page.keyboard.press('ArrowDown')
  await expect.poll(() => grid.page.locator('.grid-fault').isVisible()).toBe(false)
})

test('copying all cells is rejected with a message', async () => {
  await grid.page.keyboard.press('Control+a')
  await grid.page.keyboard.press('Control+c')
  await expect.poll(() => grid.page.locator('.grid-live').textContent()).toContain('2,000,000칸')
})

test('a copy of sixty thousand cells marks codes as text for Excel', async () => {
  await grid.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await grid.page.evaluate(() => {
    window.model.setCurrent(0, 'ITEM')
    const index = window.model.drawn.findIndex(({ id }) => id === 'ITEM')
    window.model.cursor.setRange(
      { row: 0, at: index },
      { top: 1, bottom: 60_000, left: index, right: index },
    )
    window.model.touch()
  })
  await grid.page.keyboard.press('Control+c')
  await expect.poll(() => grid.page.locator('.grid-live').textContent()).toContain('60,000')
  const cells = await grid.page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const html = await (await item?.getType('text/html'))?.text()
    return html?.match(/<td style="mso-number-format:'\\@'">\w/g)?.length
  })
  expect(cells).toBe(60_000)
})

test('a copy of two hundred thousand cells includes every cell', async () => {
  await grid.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await grid.page.evaluate(() => {
    window.model.setCurrent(0, 'ITEM')
    const index = window.model.drawn.findIndex(({ id }) => id === 'ITEM')
    window.model.cursor.setRange(
      { row: 0, at: index },
      { top: 1, bottom: 200_000, left: index, right: index },
    )
    window.model.touch()
  })
  await grid.page.keyboard.press('Control+c')
  await expect.poll(() => grid.page.locator('.grid-live').textContent()).toContain('200,000칸')
  expect(await grid.page.locator('.grid-live').textContent()).toContain(gridTexts().copiedAsText)
  const copied = await grid.page.evaluate(async () => {
    const lines = (await navigator.clipboard.readText()).split('\r\n')
    const wanted = Array.from({ length: 200_000 }, (_, index) =>
      window.model.value(index + 1, 'ITEM'),
    )
    return { count: lines.length, same: lines.every((line, index) => line === wanted[index]) }
  })
  expect(copied).toEqual({ count: 200_000, same: true })
})

test('the worker sorts and filters all rows, and the footer sums the result', async () => {
  const result = await grid.page.evaluate(async () => {
    const { model } = window
    model.sort([{ column: 'QTY', direction: 'desc' }])
    const isStale = model.isArranging
    await model.settled()
    const first = model.value(0, 'QTY')
    model.filter([{ column: 'ITEM', operator: '=', values: ['SKU7'] }])
    await model.settled()
    model.footerValue('QTY')
    await model.settled()
    return { isStale, first, rows: model.rowCount, sum: model.footerValue('QTY') }
  })
  const bySku = Array.from({ length: ROWS - 1 }, (_, index) => index).filter((at) => at % 500 === 7)
  const sum = bySku.reduce((total, at) => total + (at % 1000), 0)
  expect(result).toEqual({ isStale: true, first: 999, rows: bySku.length, sum })
})
