import { beforeEach, describe, expect, test } from 'vitest'

import type { GridColumn, GridRow } from '#ui/grid/columns/column.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'

const columns: GridColumn[] = [
  { id: 'ITEM', title: 'Item', kind: 'text', width: 100, editable: true, required: true },
  {
    id: 'QTY',
    title: 'Qty',
    kind: 'number',
    width: 80,
    editable: true,
    required: true,
    footer: 'SUM',
  },
  { id: 'MEMO', title: 'Memo', kind: 'text', width: 100, editable: true },
]
const rows: GridRow[] = [
  { ITEM: 'A', QTY: 1, MEMO: null },
  { ITEM: 'B', QTY: 2, MEMO: null },
  { ITEM: 'C', QTY: 3, MEMO: null },
]

let model: GridModel
beforeEach(() => {
  model = new GridModel({ columns, key: ['ITEM'] })
  model.setData(rows)
})

const getFlags = () => model.changes().map(({ flag, row }) => `${flag} ${String(row['ITEM'])}`)
const getItems = () => Array.from({ length: model.rowCount }, (_, row) => model.value(row, 'ITEM'))

describe('changes (spec §4)', () => {
  test('fresh data has no changes', () => {
    expect(model.hasChanges).toBe(false)
    expect(model.changes()).toEqual([])
  })

  test('a new row is I and stays I when edited', () => {
    model.insertRow(0)
    model.setCell(0, 'ITEM', 'N')
    expect(getFlags()).toEqual(['I N'])
  })

  test('an edited row is U', () => {
    model.setCell(1, 'QTY', 9)
    expect(model.changes()).toEqual([
      { flag: 'U', index: 1, row: { ITEM: 'B', QTY: 9, MEMO: null } },
    ])
  })

  test('setting the current value is not an edit', () => {
    model.setCell(1, 'QTY', 2)
    expect(model.hasChanges).toBe(false)
  })

  test('deleting an inserted row drops it', () => {
    model.insertRow(1, { ITEM: 'N' })
    model.deleteRows([1])
    expect(getItems()).toEqual(['A', 'B', 'C'])
    expect(model.hasChanges).toBe(false)
  })

  test('deleting any other row flags it D and keeps it', () => {
    model.setCell(1, 'QTY', 9)
    model.deleteRows([1])
    expect(getItems()).toEqual(['A', 'B', 'C'])
    expect(getFlags()).toEqual(['D B'])
  })

  test('editing a deleted row leaves it D', () => {
    model.deleteRows([1])
    model.setCell(1, 'QTY', 9)
    expect(getFlags()).toEqual(['D B'])
  })

  test('a deleted row is removed and nothing is flagged if tracking is off', () => {
    const plain = new GridModel({ columns, trackChanges: false })
    plain.setData(rows)
    plain.setCell(0, 'QTY', 9)
    plain.deleteRows([1])
    expect(plain.rowCount).toBe(2)
    expect(plain.hasChanges).toBe(false)
  })

  test('new data clears the changes', () => {
    model.setCell(1, 'QTY', 9)
    model.setData(rows)
    model.undo()
    expect(model.hasChanges).toBe(false)
    expect(model.value(1, 'QTY')).toBe(2)
  })

  test('changed rows keep their flag and number, regardless of sorting', () => {
    model.sort([{ column: 'ITEM', direction: 'desc' }])
    model.setCell(0, 'QTY', 9)
    expect(model.changes()[0]?.index).toBe(2)
    expect(model.flag(0)).toBe('U')
  })

  test('a save removes deleted rows and clears the row flags', () => {
    model.setCell(0, 'QTY', 9)
    model.deleteRows([1])
    model.acceptChanges()
    expect(getItems()).toEqual(['A', 'C'])
    model.undo()
    expect(getItems()).toEqual(['A', 'C'])
    expect(model.hasChanges).toBe(false)
  })
})

describe('undo', () => {
  test('edits, insertions and deletions are undone and redone', () => {
    model.setCell(0, 'QTY', 9)
    model.insertRow(1, { ITEM: 'N' })
    model.deleteRows([0])
    model.deleteRows([1])
    for (let step = 0; step < 4; step++) model.undo()
    expect(getItems()).toEqual(['A', 'B', 'C'])
    expect(model.hasChanges).toBe(false)
    for (let step = 0; step < 4; step++) model.redo()
    expect(getItems()).toEqual(['A', 'B', 'C'])
    expect(getFlags()).toEqual(['D A'])
    expect(model.value(0, 'QTY')).toBe(9)
  })

  test('a transaction is one undo step and one notification', () => {
    let notices = 0
    model.subscribe(() => notices++)
    model.transaction(() => {
      model.setCell(0, 'QTY', 8)
      model.setCell(1, 'QTY', 9)
    })
    expect(notices).toBe(1)
    model.undo()
    expect([model.value(0, 'QTY'), model.value(1, 'QTY')]).toEqual([1, 2])
  })

  test('values derived from an edit are undone together with the edit', () => {
    const doubled = new GridModel({
      columns,
      derive: (row, column) =>
        column === 'QTY' ? { MEMO: `${Number(row['QTY']) * 2}` } : undefined,
    })
    doubled.setData(rows)
    doubled.setCell(0, 'QTY', 21)
    expect(doubled.value(0, 'MEMO')).toBe('42')
    doubled.undo()
    expect(doubled.row(0)).toEqual({ ITEM: 'A', QTY: 1, MEMO: null })
  })

  test('a new edit clears the redo history', () => {
    model.setCell(0, 'QTY', 8)
    model.undo()
    model.setCell(0, 'QTY', 7)
    model.redo()
    expect(model.value(0, 'QTY')).toBe(7)
  })
})

describe('order and filter', () => {
  test('the current cell follows its record when the sort order changes', () => {
    model.setCurrent(0, 'QTY')
    model.sort([{ column: 'ITEM', direction: 'desc' }])
    expect(model.current).toEqual({ row: 2, column: 'QTY' })
  })

  test('a filter hides rows, and both the shown and total counts are available', () => {
    model.filter([{ column: 'QTY', operator: '>', values: [1] }])
    expect(getItems()).toEqual(['B', 'C'])
    expect([model.rowCount, model.totalCount]).toEqual([2, 3])
    expect(model.footerValue('QTY')).toBe(5)
  })

  test('a row inserted under a filter is shown where it was inserted', () => {
    model.filter([{ column: 'QTY', operator: '>', values: [1] }])
    model.insertRow(1, { ITEM: 'N' })
    expect(getItems()).toEqual(['B', 'N', 'C'])
  })

  test('a change hidden by the filter is still saved', () => {
    model.setCell(0, 'QTY', 9)
    model.filter([{ column: 'ITEM', operator: '=', values: ['B'] }])
    expect(getFlags()).toEqual(['U A'])
  })
})

describe('footers and selection sums', () => {
  test('a deleted row is excluded from the footer', () => {
    model.deleteRows([2])
    expect(model.footerValue('QTY')).toBe(3)
  })

  test('selected values are counted and summed exactly', () => {
    model.setCell(0, 'QTY', 0.1)
    model.setCell(1, 'QTY', 0.2)
    model.cursor.setRange({ row: 0, at: 0 }, { top: 0, bottom: 1, left: 0, right: 1 })
    expect(model.selectionStats()).toEqual({ cells: 4, count: 2, sum: '0.3', average: 0.15 })
  })

  test('mixed selections sum pieces and cubic metres separately and skip sequence numbers', () => {
    const numberColumn = (id: string, extra: Partial<GridColumn>): GridColumn => {
      return { id, title: id, kind: 'number', width: 80, ...extra }
    }
    const mixed = new GridModel({
      columns: [
        numberColumn('SEQ', {}),
        numberColumn('QTY', { footer: 'SUM', pieces: true }),
        numberColumn('PER_BOX', { pieces: true }),
        numberColumn('HELD', { footer: 'SUM', pieces: true }),
        numberColumn('CBM', { footer: 'SUM' }),
      ],
    })
    mixed.setData([
      { SEQ: 1, QTY: 10, PER_BOX: 12, HELD: 1, CBM: 0.25 },
      { SEQ: 2, QTY: 20, PER_BOX: 12, HELD: null, CBM: 0.5 },
    ])
    const select = (left: number, right: number) => {
      mixed.cursor.setRange({ row: 0, at: left }, { top: 0, bottom: 1, left, right })
      return mixed.selectionStats()
    }
    expect(select(0, 4)).toEqual({
      cells: 10,
      count: 5,
      sum: '',
      average: null,
      units: [
        { title: null, sum: '31' },
        { title: 'CBM', sum: '0.75' },
      ],
    })
    expect(select(1, 3)).toEqual({ cells: 6, count: 3, sum: '31', average: 10.333333 })
    expect(select(0, 0)).toMatchObject({ sum: '3', count: 2 })
  })
})

describe('row checks', () => {
  test('the header check selects all enabled rows', () => {
    const some = new GridModel({ columns, checkable: (row) => row['ITEM'] !== 'B' })
    some.setData(rows)
    some.checkAll(true)
    expect(some.checked().map((row) => row['ITEM'])).toEqual(['A', 'C'])
    expect(some.checkedIds()).toEqual([0, 2])
    expect(some.checkState()).toBe('on')
    some.setChecked([0], false)
    expect(some.checkState()).toBe('some')
  })
})

describe('errors of a rejected save', () => {
  beforeEach(() => {
    model.setCell(1, 'QTY', 9)
    model.setRowErrors([{ id: 1, message: 'not enough stock', columns: ['QTY'] }])
  })

  test('the message follows its row when the order changes', () => {
    model.sort([{ column: 'ITEM', direction: 'desc' }])
    expect(model.rowError(1)).toBe('not enough stock')
    expect(model.row(1)['PROCRETURN']).toBe('not enough stock')
  })

  test('correcting the failing cell clears the message, editing another cell does not', () => {
    model.setCell(1, 'MEMO', 'seen')
    expect(model.rowError(1)).toBe('not enough stock')
    model.setCell(1, 'QTY', 5)
    expect(model.rowError(1)).toBeUndefined()
    expect(model.row(1)['PROCRETURN']).toBe(null)
  })

  test('the next response replaces the previous messages', () => {
    model.setRowErrors([{ id: 0, message: 'the row is locked' }])
    expect(model.rowError(1)).toBeUndefined()
    expect(model.rowError(0)).toBe('the row is locked')
  })
})

test('columns keep their data when moved and frozen', () => {
  model.moveColumn(0, 2)
  expect(model.drawn.map(({ id }) => id)).toEqual(['QTY', 'MEMO', 'ITEM'])
  model.setColumns(model.columns.map((column) => ({ ...column, frozen: column.id === 'ITEM' })))
  expect(model.drawn.map(({ id }) => id)).toEqual(['ITEM', 'QTY', 'MEMO'])
  expect(getItems()).toEqual(['A', 'B', 'C'])
})
