import { describe, expect, test } from 'vitest'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import { handleGridKey, type KeyHost } from '#ui/grid/grid-keys.ts'
import { fillDown, pasteBlock } from '#ui/grid/model/editing.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { groupBy } from '#ui/grid/model/grouping.ts'

const columns: readonly GridColumn[] = [
  { id: 'ZONE', title: 'Zone', kind: 'text', width: 60 },
  { id: 'QTY', title: 'Qty', kind: 'number', width: 60, editable: true, footer: 'SUM' },
]

const rows = [
  { ZONE: 'A', QTY: 1 },
  { ZONE: 'A', QTY: 2 },
  { ZONE: 'B', QTY: 3 },
  { ZONE: 'B', QTY: 4 },
]

/** Rows of two zones: a group, two rows, a group, two rows. */
function createGroupedGrid(): GridModel {
  const grid = new GridModel({ columns })
  grid.setData(rows)
  groupBy(grid, [{ column: 'ZONE' }])
  return grid
}

function createPlainGrid(): GridModel {
  const grid = new GridModel({ columns })
  grid.setData(rows)
  return grid
}

function select(grid: GridModel, top: number, bottom = top): void {
  const index = grid.drawn.findIndex(({ id }) => id === 'QTY')
  grid.cursor.setRange({ row: top, at: index }, { top, left: index, bottom, right: index })
}

const getQuantities = (grid: GridModel) => [0, 1, 2, 3].map((id) => grid.rows.row(id)['QTY'])

/** Presses Ctrl+', which repeats the value above. */
function repeatAbove(grid: GridModel): void {
  const key = { code: 'Quote', key: "'", ctrlKey: true } as KeyboardEvent
  handleGridKey(key, { model: grid } as KeyHost)
}

describe('in a grouped grid', () => {
  test('a cell is filled from the row above, not from the total of its group', () => {
    for (const fill of [fillDown, repeatAbove]) {
      const grid = createGroupedGrid()
      select(grid, 4)
      fill(grid)
      expect(getQuantities(grid)).toEqual([1, 2, 2, 4])
    }
  })

  test('the first row has no value above it', () => {
    for (const fill of [fillDown, repeatAbove]) {
      const grid = createGroupedGrid()
      select(grid, 1)
      fill(grid)
      expect(getQuantities(grid)).toEqual([1, 2, 3, 4])
    }
  })

  test('a selection that starts with a group is filled with its first row', () => {
    const grid = createGroupedGrid()
    select(grid, 0, 5)
    fillDown(grid)
    expect(getQuantities(grid)).toEqual([1, 1, 1, 1])
  })

  test('a pasted block continues below a group without losing a row', () => {
    const grid = createGroupedGrid()
    select(grid, 1)
    expect(pasteBlock(grid, { text: '10\n20\n30\n40', html: '' }, null)).toMatchObject({
      written: 4,
    })
    expect(getQuantities(grid)).toEqual([10, 20, 30, 40])
  })
})

describe('filling from a cell with rejected text', () => {
  test('repeats the text as shown, not the value that it replaces', () => {
    for (const fill of [fillDown, repeatAbove]) {
      const grid = createPlainGrid()
      select(grid, 0)
      pasteBlock(grid, { text: 'ten', html: '' }, null)
      select(grid, 1)
      fill(grid)
      expect(grid.rejection(1, 'QTY')).toMatchObject({ text: 'ten' })
      expect(grid.value(1, 'QTY')).toBe(2)
    }
  })
})

test('a block wider than the shown columns starts at its cell, although columns unfold before it', () => {
  const text = (id: string, required = false): GridColumn => {
    return { id, title: id, kind: 'text', width: 120, editable: true, required }
  }
  const grid = new GridModel({
    columns: [text('KEY', true), ...['T1', 'T2', 'T3'].map((id) => text(id)), text('CODE', true)],
  })
  grid.setData([{ KEY: 'A', CODE: 'x' }])
  grid.fitToWidth(200, true)
  expect(grid.drawn.map(({ id }) => id)).toEqual(['KEY', 'CODE'])
  grid.setCurrent(0, 'CODE')
  expect(pasteBlock(grid, { text: 'y\tz', html: '' }, null)).toMatchObject({ written: 1 })
  expect(grid.row(0)).toMatchObject({ KEY: 'A', T1: null, T2: null, CODE: 'y' })
})
