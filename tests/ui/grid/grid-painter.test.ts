// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import { placeTitle } from '#ui/grid/draw/draw-header.ts'
import { GridPainter } from '#ui/grid/draw/grid-painter.ts'
import { gridPalettes } from '#ui/grid/draw/grid-theme.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'

const columns: readonly GridColumn[] = [
  { id: 'ITEM', title: 'Item', kind: 'text', width: 100 },
  {
    id: 'QTY',
    title: 'Quantity',
    kind: 'number',
    width: 100,
    editable: ({ ITEM }) => ITEM === 'A',
  },
]

function paintGrid(proposes: boolean) {
  const model = new GridModel({ columns, proposes })
  model.setData([
    { ITEM: 'A', QTY: 12 },
    { ITEM: 'B', QTY: 7 },
    { ITEM: 'A', QTY: null },
  ])
  const grid = { model, focused: true, rowWindow: { first: 0 }, visiblePart: null }
  const painter = new GridPainter(grid, { palette: gridPalettes.dark, lead: [] })
  return { model, isProposed: (at: number, row: number) => painter.cell([at, row]).data.isProposed }
}

test('an editable cell with a value is marked as proposed until the user types', () => {
  const { model, isProposed } = paintGrid(true)
  expect(isProposed(1, 0)).toBe(true)
  expect(isProposed(0, 0)).toBeUndefined()
  expect(isProposed(1, 1)).toBeUndefined()
  model.setCurrent(0, 'QTY')
  model.setCell(0, 'QTY', 5)
  expect(isProposed(1, 0)).toBeUndefined()
  model.setCell(2, 'QTY', 5)
  expect(isProposed(1, 2)).toBeUndefined()
  model.undo()
  model.undo()
  expect(isProposed(1, 0)).toBe(true)
})

test.each([
  [['2026-08 Shipments', '2026-09 Shipments'], 100],
  [['Quantity', 'Quantity'], 60],
  [['Qty', 'Item'], 100],
])('the headers %j do not touch each other in columns of %i pixels', (titles, width) => {
  const measure = (text: string): number => text.length * 7
  const drawn = titles.map((title, index) => {
    const column: GridColumn = { id: `C${index}`, title, kind: 'number', width }
    const place = placeTitle(column, { x: index * width, width }, 0, measure)
    return { text: place.title, from: place.left, to: place.left + place.width }
  })
  const [first, second] = drawn
  expect(second && first ? second.from - first.to : 0).toBeGreaterThan(4)
  expect(first?.text.slice(0, 3)).toBe(titles[0]?.slice(0, 3))
})

test('a grid of edited records marks nothing as proposed', () => {
  expect(paintGrid(false).isProposed(1, 0)).toBeUndefined()
})
