import { describe, expect, test } from 'vitest'
import type { GridColumn, GridRow } from '#ui/grid/columns/column.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { groupBy, groupKeys, openToLevel, toggleGroup } from '#ui/grid/model/grouping.ts'
import { localPort } from '#ui/grid/many/worker-port.ts'

const columns: readonly GridColumn[] = [
  { id: 'ITEM', title: 'Item', kind: 'text', width: 80 },
  { id: 'ZONE', title: 'Zone', kind: 'text', width: 60 },
  { id: 'DAY', title: 'Day', kind: 'date', width: 90 },
  { id: 'ASKED', title: 'Asked', kind: 'number', width: 60, footer: 'SUM' },
  { id: 'DONE', title: 'Done', kind: 'number', width: 60, footer: 'SUM', scale: 1 },
  {
    id: 'RATE',
    title: '%',
    kind: 'number',
    width: 60,
    scale: 1,
    ratio: { of: 'DONE', to: 'ASKED', times: 100 },
  },
  { id: 'UNIT', title: 'Unit', kind: 'text', width: 40, isUnit: true },
  { id: 'COUNT', title: 'Lot', kind: 'number', width: 40 },
]

function makeRow(ITEM: string, ZONE: string, DAY: string, figures: readonly number[]): GridRow {
  const [ASKED = null, DONE = null, COUNT = null] = figures
  return { ITEM, ZONE, DAY, ASKED, DONE, RATE: null, UNIT: ITEM === 'X' ? 'BOX' : 'EA', COUNT }
}

const rows = [
  makeRow('X', 'B', '20261001', [10, 1, 2]),
  makeRow('Y', 'A', '20261130', [90, 90, 3]),
  makeRow('X', 'A', '20261201', [10, 0.3, 1]),
  makeRow('Y', 'B', '20261105', [5, 5, 1]),
  makeRow('Z', '', '20270101', [1, 0.1, 1]),
]

function createModel(): GridModel {
  const created = new GridModel({ columns })
  created.setData(rows)
  return created
}

function getShownTexts(grid: GridModel, ...names: string[]): string[] {
  return Array.from({ length: grid.rowCount }, (_, index) =>
    names
      .map((name) => {
        const column = grid.drawn.find(({ id }) => id === name)
        return column ? grid.text(index, column) : '?'
      })
      .join(' | '),
  )
}

describe('groups', () => {
  test('groups appear above their rows in the order of their keys, with empty keys last', () => {
    const grid = createModel()
    groupBy(grid, [{ column: 'ZONE' }])
    expect(getShownTexts(grid, 'ZONE', 'ITEM')).toEqual([
      '▾ A · 2 | ',
      'A | Y',
      'A | X',
      '▾ B · 2 | ',
      'B | X',
      'B | Y',
      '▾ – · 1 | Z',
      ' | Z',
    ])
    expect(grid.drawn[0]).toMatchObject({ id: 'ZONE', frozen: true })
  })

  test('a ratio is empty in groups whose denominator is too small', () => {
    const grid = new GridModel({
      columns: columns.map((column) =>
        column.ratio ? { ...column, ratio: { ...column.ratio, minDenominator: 20 } } : column,
      ),
    })
    grid.setData(rows)
    groupBy(grid, [{ column: 'ITEM' }])
    openToLevel(grid, 0)
    expect(getShownTexts(grid, 'ITEM', 'RATE')).toEqual([
      '▸ X · 2 | 6.5',
      '▸ Y · 2 | 100.0',
      '▸ Z · 1 | ',
    ])
  })

  test('groups sum exactly, derive ratios from the sums and do not sum counts', () => {
    const grid = createModel()
    groupBy(grid, [{ column: 'ITEM' }])
    openToLevel(grid, 0)
    expect(getShownTexts(grid, 'ITEM', 'ASKED', 'DONE', 'RATE', 'UNIT', 'COUNT')).toEqual([
      '▸ X · 2 | 20 | 1.3 | 6.5 | BOX | ',
      // Total of 90 of 90 and 5 of 5, not an average of ratios.
      '▸ Y · 2 | 95 | 95.0 | 100.0 | EA | ',
      '▸ Z · 1 | 1 | 0.1 | 10.0 | EA | 1',
    ])
    expect(grid.footerValue('ASKED')).toBe(116)
    expect(Number(grid.footerValue('RATE'))).toBeCloseTo((96.4 / 116) * 100, 9)
  })

  test('a group with several units lists them', () => {
    const grid = createModel()
    groupBy(grid, [{ column: 'ZONE' }])
    expect(getShownTexts(grid, 'UNIT')[0]).toBe('EA, BOX')
  })

  test('amounts in several currencies have no sum', () => {
    const paid = columns.map((column) =>
      column.id === 'ASKED' ? { ...column, currency: 'UNIT' } : column,
    )
    const grid = new GridModel({ columns: paid })
    grid.setData(rows)
    expect(grid.footerValue('ASKED')).toBe(null)
    expect(grid.footerValue('DONE')).toBe(96.4)
    groupBy(grid, [{ column: 'ZONE' }])
    openToLevel(grid, 0)
    expect(getShownTexts(grid, 'ZONE', 'ASKED', 'UNIT')).toEqual([
      '▸ A · 2 |  | EA, BOX',
      '▸ B · 2 |  | BOX, EA',
      '▸ – · 1 | 1 | EA',
    ])
    grid.filter([{ column: 'UNIT', operator: '=', values: ['EA'] }])
    expect(grid.footerValue('ASKED')).toBe(96)
  })

  test('groups nest, and open or close by level or individually', () => {
    const grid = createModel()
    groupBy(grid, [{ column: 'ITEM' }, { column: 'ZONE' }])
    expect(getShownTexts(grid, 'ITEM', 'ZONE').slice(0, 3)).toEqual([
      '▾ X · 2 | ',
      'X | ▾ A · 1',
      'X | A',
    ])
    openToLevel(grid, 1)
    expect(getShownTexts(grid, 'ITEM', 'ZONE')).toEqual([
      '▾ X · 2 | ',
      'X | ▸ A · 1',
      'X | ▸ B · 1',
      '▾ Y · 2 | ',
      'Y | ▸ A · 1',
      'Y | ▸ B · 1',
      '▾ Z · 1 | ',
      'Z | ▸ – · 1',
    ])
    toggleGroup(grid, 3)
    toggleGroup(grid, 1)
    expect(getShownTexts(grid, 'ITEM', 'ZONE')).toEqual([
      '▾ X · 2 | ',
      'X | ▾ A · 1',
      'X | A',
      'X | ▸ B · 1',
      '▸ Y · 2 | ',
      '▾ Z · 1 | ',
      'Z | ▸ – · 1',
    ])
    // Rows in closed groups are included.
    expect(grid.footerValue('ASKED')).toBe(116)
  })

  test('closing a group from one of its rows moves the cursor to the group', () => {
    const grid = createModel()
    groupBy(grid, [{ column: 'ZONE' }])
    grid.setCurrent(4, 'ITEM')
    toggleGroup(grid, 4)
    expect(grid.current).toEqual({ row: 3, column: 'ITEM' })
    expect(grid.groupAt(3)).toMatchObject({ level: 0, isOpen: false })
    toggleGroup(grid, 3)
    grid.setCurrent(5, 'ITEM')
    openToLevel(grid, 0)
    expect(grid.current).toEqual({ row: 1, column: 'ITEM' })
  })

  test('dates are grouped into weeks, months, quarters and years', () => {
    const grid = createModel()
    const groupNamesBy = (period: 'week' | 'month' | 'quarter' | 'year') => {
      groupBy(grid, [{ column: 'DAY', period }])
      openToLevel(grid, 0)
      return getShownTexts(grid, 'DAY').map((text) => text.slice(2))
    }
    expect(groupNamesBy('week')).toEqual([
      '2026-W40 · 1',
      '2026-W45 · 1',
      '2026-W49 · 2',
      '2026-W53 · 1',
    ])
    expect(groupNamesBy('month').slice(0, 2)).toEqual(['2026-10 · 1', '2026-11 · 2'])
    expect(groupNamesBy('quarter')).toEqual(['2026-Q4 · 4', '2027-Q1 · 1'])
    expect(groupNamesBy('year')).toEqual(['2026 · 4', '2027 · 1'])
  })

  test('groups are sorted, filtered and removed with their keys', () => {
    const grid = createModel()
    groupBy(grid, [{ column: 'ITEM' }])
    grid.sort([{ column: 'ASKED', direction: 'desc' }])
    expect(getShownTexts(grid, 'ASKED')).toEqual(['20', '10', '10', '95', '90', '5', '1', '1'])
    grid.sort([{ column: 'ITEM', direction: 'desc' }])
    expect(getShownTexts(grid, 'ITEM')[0]).toBe('▾ Z · 1')
    grid.filter([{ column: 'ZONE', operator: '=', values: ['A'] }])
    expect(getShownTexts(grid, 'ITEM', 'ASKED')).toEqual([
      '▾ Y · 1 | 90',
      'Y | 90',
      '▾ X · 1 | 10',
      'X | 10',
    ])
    grid.filter([])
    groupBy(grid, [])
    expect(groupKeys(grid)).toEqual([])
    expect(grid.rowCount).toBe(5)
    expect(grid.drawn[0]?.id).toBe('ITEM')
  })

  test('a match inside a closed group is revealed', async () => {
    const grid = createModel()
    groupBy(grid, [{ column: 'ZONE' }])
    openToLevel(grid, 0)
    const found = await grid.find('Y', { row: 1, column: 'ITEM' })
    expect(found && grid.value(found.row, 'ITEM')).toBe('Y')
    expect(found && grid.value(found.row, 'ZONE')).toBe('B')
    expect(getShownTexts(grid, 'ZONE')[0]).toBe('▸ A · 2')
  })

  test('group rows do not count in selections, and checking one checks its rows', () => {
    const grid = createModel()
    groupBy(grid, [{ column: 'ZONE' }])
    const index = grid.drawn.findIndex(({ id }) => id === 'ASKED')
    const range = { top: 0, left: index, bottom: grid.rowCount - 1, right: index }
    grid.cursor.setRange({ row: 0, at: index }, range)
    expect(grid.selectionStats()).toMatchObject({ sum: '116', count: 5 })
    grid.setChecked([0], true)
    expect(grid.checked().map(({ ITEM }) => ITEM)).toEqual(['Y', 'X'])
    expect(grid.isChecked(0)).toBe(true)
    expect(grid.isChecked(3)).toBe(false)
    expect(grid.checkState()).toBe('some')
  })

  test('groups are the same when the worker arranges the rows', async () => {
    const many = new GridModel({ columns, work: { fromRows: 1, port: localPort } })
    many.setData(rows)
    const few = createModel()
    for (const grid of [many, few]) {
      groupBy(grid, [{ column: 'ZONE' }, { column: 'ITEM' }])
      grid.sort([{ column: 'ASKED', direction: 'asc' }])
      await grid.settled()
      openToLevel(grid, 1)
    }
    const names = ['ZONE', 'ITEM', 'ASKED', 'RATE']
    expect(getShownTexts(many, ...names)).toEqual(getShownTexts(few, ...names))
    expect(many.rowCount).toBe(8)
  })

  test('appended rows join their groups', () => {
    const grid = createModel()
    groupBy(grid, [{ column: 'ZONE' }])
    grid.appendRows([makeRow('W', 'A', '20261101', [7, 7, 1])])
    expect(getShownTexts(grid, 'ZONE', 'ASKED')[0]).toBe('▾ A · 3 | 107')
  })
})
