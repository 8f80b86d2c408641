import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openGridPage, strike, type GridPage } from './harness.ts'

const BARCODE = '8801234567890'

let grid: GridPage

beforeAll(async () => {
  grid = await openGridPage()
})
afterAll(async () => {
  await grid.close()
})

async function startAt(column: string): Promise<void> {
  await grid.page.evaluate(async (id) => {
    await window.mount({ rows: 20 })
    window.model.setCurrent(2, id)
  }, column)
  await grid.page.locator('.grid-sink').focus()
}

const getKeys = (text: string) => text.split('')

const readColumn = (id: string) =>
  grid.page.evaluate(
    (name) => Array.from({ length: 8 }, (_, row) => window.model.value(row, name)),
    id,
  )

describe.each([
  { place: 'a frozen column', id: 'OWNER', right: 'ITEM' },
  { place: 'an ordinary column', id: 'ITEM', right: 'NAME' },
])('a scanner burst into $place', ({ id, right }) => {
  test.each([0, 1, 2, 5, 10, 20])(
    'a burst with %i ms gaps and Enter fills one row per code',
    async (gap) => {
      await startAt(id)
      const before = await readColumn(id)
      const codes = ['1', '2', '3'].map((last) => BARCODE + last)
      await strike(
        grid,
        codes.flatMap((code) => [...getKeys(code), 'Enter']),
        { gapMs: gap },
      )
      const expected = before.map((value, row) => codes[row - 2] ?? value)
      expect(await readColumn(id)).toEqual(expected)
      expect(await grid.page.evaluate(() => window.model.current)).toEqual({ row: 5, column: id })
    },
  )

  test.each([0, 1, 2, 5, 10, 20])(
    'a burst with %i ms gaps and Tab fills the cell and its neighbour on the right',
    async (gap) => {
      await startAt(id)
      const keys = [...getKeys(BARCODE), 'Tab', ...getKeys(`${BARCODE}1`), 'Tab']
      await strike(grid, keys, { gapMs: gap })
      const row = await grid.page.evaluate(() => window.model.row(2))
      expect([row[id], row[right]]).toEqual([BARCODE, `${BARCODE}1`])
      expect(await grid.page.evaluate(() => window.model.changes().length)).toBe(1)
    },
  )
})

test('a scan into a read-only cell changes nothing and leaves the sink empty', async () => {
  await startAt('LOT')
  const before = await readColumn('LOT')
  await strike(grid, [...getKeys(BARCODE), 'Enter'])
  expect(await readColumn('LOT')).toEqual(before)
  expect(await grid.page.locator('.grid-sink').inputValue()).toBe('')
  expect(await grid.page.evaluate(() => window.model.hasChanges)).toBe(false)
})
