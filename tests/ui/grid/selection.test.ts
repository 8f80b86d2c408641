import fc from 'fast-check'
import { expect, test } from 'vitest'

import { Cursor } from '#ui/grid/model/cursor.ts'
import { cellBox, isCovered, scrollToShow, type Viewport } from '#ui/grid/draw/cell-geometry.ts'
import { dataEdge, inRange, subtractRange, type Place } from '#ui/grid/rows/selection.ts'

const bounds = { rows: 6, columns: 3 }
const isFilledCell = ({ row, at }: Place) => at === 0 && [1, 2, 4].includes(row)
const moveDown = (row: number, at = 0) => dataEdge({ row, at }, 'down', bounds, isFilledCell)

test('Ctrl+Down stops at the end of a block, at the next block, then at the edge', () => {
  expect(moveDown(1)).toEqual({ row: 2, at: 0 })
  expect(moveDown(2)).toEqual({ row: 4, at: 0 })
  expect(moveDown(4)).toEqual({ row: 5, at: 0 })
  expect(moveDown(0)).toEqual({ row: 1, at: 0 })
  expect(moveDown(0, 1)).toEqual({ row: 5, at: 1 })
})

test('Shift extends the selection from the current cell and shrinks it again', () => {
  const cursor = new Cursor()
  cursor.moveTo({ row: 2, at: 1 })
  cursor.step('down', bounds, { extend: true, count: 2 })
  cursor.step('right', bounds, { extend: true })
  expect(cursor.range).toEqual({ top: 2, bottom: 4, left: 1, right: 2 })
  expect(cursor.place).toEqual({ row: 2, at: 1 })
  cursor.step('up', bounds, { extend: true, count: 3 })
  expect(cursor.range).toEqual({ top: 1, bottom: 2, left: 1, right: 2 })
})

test('the cursor moves back inside the grid when rows are removed', () => {
  const cursor = new Cursor()
  cursor.moveTo({ row: 5, at: 2 })
  cursor.fit({ rows: 3, columns: 2 })
  expect(cursor.place).toEqual({ row: 2, at: 1 })
  cursor.fit({ rows: 0, columns: 2 })
  expect(cursor.place).toBe(null)
})

const view: Viewport = {
  widths: [40, 100, 100, 100, 100],
  frozen: 2,
  scrollLeft: 50,
  scrollTop: 240,
  clientWidth: 300,
  clientHeight: 26 + 24 * 10,
}

test('frozen columns stay in place while the others scroll', () => {
  expect(cellBox(view, 10, 1)).toEqual({ x: 40, y: 26, width: 100, height: 24, frozen: true })
  expect(cellBox(view, 11, 2)).toEqual({ x: 90, y: 50, width: 100, height: 24, frozen: false })
})

test('a cell under the header, the frozen columns or the lower edge counts as covered', () => {
  const isCellCovered = (row: number, at: number) => isCovered(view, cellBox(view, row, at))
  expect([
    isCellCovered(10, 1),
    isCellCovered(9, 1),
    isCellCovered(19, 1),
    isCellCovered(20, 1),
  ]).toEqual([false, true, false, true])
  expect([isCellCovered(10, 2), isCellCovered(10, 3)]).toEqual([true, false])
})

test('scrolling moves only as far as needed and never under the frozen columns', () => {
  expect(scrollToShow(view, 19, 2)).toEqual({ left: 0, top: 240 })
  expect(scrollToShow(view, 20, 1)).toEqual({ left: 50, top: 264 })
  expect(scrollToShow(view, 9, 4)).toEqual({ left: 140, top: 216 })
})

test('subtracting one range from another leaves each remaining cell exactly once', () => {
  const corner = fc.nat(5)
  const range = fc.tuple(corner, corner, corner, corner).map(([a, b, c, d]) => ({
    top: Math.min(a, b),
    bottom: Math.max(a, b),
    left: Math.min(c, d),
    right: Math.max(c, d),
  }))
  fc.assert(
    fc.property(range, range, (whole, hole) => {
      const pieces = subtractRange(whole, hole)
      for (let row = 0; row < 6; row += 1) {
        for (let index = 0; index < 6; index += 1) {
          const expected = inRange(whole, row, index) && !inRange(hole, row, index) ? 1 : 0
          expect(pieces.filter((piece) => inRange(piece, row, index))).toHaveLength(expected)
        }
      }
    }),
  )
})
