// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { GridColumn } from '#ui/grid/columns/column.ts'
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

function painted(proposes: boolean) {
  const model = new GridModel({ columns, proposes })
  model.setData([
    { ITEM: 'A', QTY: 12 },
    { ITEM: 'B', QTY: 7 },
    { ITEM: 'A', QTY: null },
  ])
  const grid = { model, focused: true, rowWindow: { first: 0 }, seen: null }
  const painter = new GridPainter(grid, { palette: gridPalettes.dark, lead: [] })
  return { model, isProposed: (at: number, row: number) => painter.cell([at, row]).data.proposed }
}

test('an editable cell with a value is marked as proposed until the user types', () => {
  const { model, isProposed } = painted(true)
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

test('a grid of edited records marks nothing as proposed', () => {
  expect(painted(false).isProposed(1, 0)).toBeUndefined()
})
