import { beforeEach, describe, expect, test } from 'vitest'

import type { GridColumn } from '#ui/grid/columns/column.ts'
import {
  clearSelection,
  copyBlock,
  enterOrHold,
  fillDown,
  fillRight,
  fillText,
  pasteBlock,
} from '#ui/grid/model/editing.ts'
import { goToInput } from '#ui/grid/grid-keys.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { dateReader } from '#ui/forms/typed-date.ts'

const columns: GridColumn[] = [
  { id: 'ITEM', title: 'Item', kind: 'text', width: 100, editable: true, upperCase: true },
  { id: 'QTY', title: 'Qty', kind: 'number', width: 80, editable: true, scale: 0 },
  {
    id: 'VALID',
    title: 'Expiry',
    kind: 'date',
    width: 80,
    editable: true,
    dateOf: dateReader('date'),
  },
  { id: 'LOT', title: 'Lot', kind: 'text', width: 100 },
]

let model: GridModel
beforeEach(() => {
  model = new GridModel({ columns })
  model.setData([
    { ITEM: 'A', QTY: 1, VALID: '20270101', LOT: 'L1' },
    { ITEM: 'B', QTY: 2, VALID: '20270201', LOT: 'L2' },
  ])
})

const getValues = () =>
  Array.from({ length: model.rowCount }, (_, row) => Object.values(model.row(row)))
const select = (top: number, left: number, bottom = top, right = left) =>
  model.cursor.setRange({ row: top, at: left }, { top, left, bottom, right })
const paste = (text: string, canAppend = true) =>
  pasteBlock(model, { text, html: '' }, canAppend ? () => ({}) : null)

describe('after a rearrangement', () => {
  test.each([
    ['sorted', () => model.sort([{ column: 'QTY', direction: 'desc' }])],
    ['filtered', () => model.filter([{ column: 'QTY', operator: '>', values: [0] }])],
  ])('a selection of rows that were %s is reduced to its current cell', (_how, rearrange) => {
    for (const ITEM of ['C', 'D']) model.insertRow(model.rowCount, { ITEM, QTY: 0 })
    model.setCell(3, 'QTY', 3)
    model.setCell(1, 'QTY', 9)
    model.insertRow(0, { ITEM: 'TOP', QTY: 10 })
    select(0, 0, 3)
    rearrange()
    expect(model.cursor.range).toEqual({ top: 0, left: 0, bottom: 0, right: 0 })
  })

  test('a selection of the same rows stays', () => {
    select(0, 0, 1)
    model.setCell(0, 'ITEM', 'x')
    model.undo()
    expect(model.cursor.range).toEqual({ top: 0, left: 0, bottom: 1, right: 0 })
  })
})

describe('pasting a block', () => {
  test('parses each cell by its column and skips read-only cells', () => {
    select(0, 0)
    paste('x1\t1,200\t2027-03-31\tLX\r\nx2\t5\t202704\tLY\r\n')
    expect(getValues()).toEqual([
      ['X1', 1200, '20270331', 'L1'],
      ['X2', 5, '20270401', 'L2'],
    ])
  })

  test('adds the missing rows, flagged I', () => {
    select(1, 0)
    expect(paste('x1\nx2\nx3')).toEqual({ written: 3, refused: 0, skipped: 0, appended: 2 })
    expect(model.rowCount).toBe(4)
    expect(model.changes().map(({ flag }) => flag)).toEqual(['U', 'I', 'I'])
  })

  test('after the undo of added rows, one pasted cell adds none', () => {
    select(1, 0)
    paste('x1\nx2\nx3')
    model.undo()
    expect(model.cursor.range).toEqual({ top: 1, left: 0, bottom: 1, right: 0 })
    expect(paste('y1')).toEqual({ written: 1, refused: 0, skipped: 0, appended: 0 })
    expect(model.rowCount).toBe(2)
  })

  test('adds rows with the default values of a new row', () => {
    select(1, 0)
    pasteBlock(model, { text: 'x1\nx2', html: '' }, () => ({ QTY: 7 }))
    expect(getValues()[2]).toEqual(['X2', 7, null, null])
  })

  test('counts the texts that have no editable cell', () => {
    select(1, 2)
    const text = '2027-03-31\tLX\tbeyond\t\n2027-03-31\t\t\t'
    expect(pasteBlock(model, { text, html: '' }, null)).toEqual({
      written: 1,
      refused: 0,
      skipped: 3,
      appended: 0,
    })
  })

  test('stops at the last row if no rows can be added', () => {
    select(1, 0)
    expect(paste('x1\nx2', false)).toEqual({ written: 1, refused: 0, skipped: 1, appended: 0 })
    expect(model.rowCount).toBe(2)
  })

  test('leaves cells unchanged where a pasted row is shorter', () => {
    select(0, 0)
    expect(paste('x1\nx2\t5\t2027-03-31')).toMatchObject({ written: 4, refused: 0 })
    expect(getValues()).toEqual([
      ['X1', 1, '20270101', 'L1'],
      ['X2', 5, '20270331', 'L2'],
    ])
  })

  test('clears a cell that is empty in the block, but no cell for a blank line', () => {
    select(0, 0)
    paste('\t\nx2\t5')
    expect(getValues()[0]).toEqual([null, null, '20270101', 'L1'])
    paste('\nx3\t6')
    select(1, 0)
    paste('\nx3\t6')
    expect(getValues().slice(1, 3)).toEqual([
      ['X3', 6, '20270201', 'L2'],
      ['X3', 6, null, null],
    ])
  })

  test('keeps the default values of an added row where its pasted row is shorter', () => {
    select(1, 0)
    pasteBlock(model, { text: 'x1\t1\t2027-03-31\nx2', html: '' }, () => ({ QTY: 7 }))
    expect(getValues()[2]).toEqual(['X2', 7, null, null])
  })

  test('keeps invalid text in its cell with the reason, and does not save it', () => {
    select(0, 1)
    expect(paste('ten\n7')).toEqual({ written: 1, refused: 1, skipped: 0, appended: 0 })
    expect(model.rejections()).toEqual([
      { row: 0, column: 'QTY', rejection: { code: 'number', text: 'ten' } },
    ])
    expect(model.text(0, columns[1] ?? throwError())).toBe('ten')
    expect(model.value(0, 'QTY')).toBe(1)
    expect(model.changes().map(({ index }) => index)).toEqual([1])
  })

  test('a valid value entered later clears the error mark', () => {
    select(0, 1)
    paste('ten')
    enterOrHold(model, { row: 0, column: columns[1] ?? throwError() }, '10')
    expect(model.rejections()).toEqual([])
    expect(model.value(0, 'QTY')).toBe(10)
  })

  test('a single cell fills the entire selection', () => {
    select(0, 1, 1, 1)
    paste('9')
    expect([model.value(0, 'QTY'), model.value(1, 'QTY')]).toEqual([9, 9])
  })

  test('undo reverts it in one step, including added rows and error marks', () => {
    const before = getValues()
    select(1, 0)
    paste('x1\tten\nx2\t5\nx3\t6')
    model.undo()
    expect(getValues()).toEqual(before)
    expect([model.hasChanges, model.rejections()]).toEqual([false, []])
    model.redo()
    expect(model.rowCount).toBe(4)
    expect(model.rejections()).toHaveLength(1)
  })
})

test('a copied block is text that Excel can read', () => {
  select(0, 0, 1, 2)
  expect(copyBlock(model)?.tsv).toBe('A\t1\t2027-01-01\r\nB\t2\t2027-02-01')
})

test('a spreadsheet receives copied dates as dates, codes and rejected texts as text', () => {
  model.setCell(0, 'LOT', '2027-01-02')
  enterOrHold(model, { row: 0, column: columns[1]! }, '1-2')
  enterOrHold(model, { row: 1, column: columns[2]! }, '2-30')
  select(0, 0, 1, 3)
  const cells = copyBlock(model)?.html.match(/<td.*?<\/td>/g)
  expect(
    cells?.map((cell) => cell.replace(/<td(?: style="mso-number-format:'(.*)'")?>/, '$1 ')),
  ).toEqual([
    String.raw`\@ A</td>`,
    String.raw`\@ 1-2</td>`,
    String.raw`yyyy\-mm\-dd 2027-01-01</td>`,
    String.raw`\@ 2027-01-02</td>`,
    String.raw`\@ B</td>`,
    ' 2</td>',
    String.raw`\@ 2-30</td>`,
    String.raw`\@ L2</td>`,
  ])
})

test('copying refuses a selection large enough for an export', () => {
  const many = new GridModel({ columns })
  many.setData(Array.from({ length: 12_501 }, () => ({ ITEM: 'A' })))
  many.cursor.setRange({ row: 0, at: 0 }, { top: 0, left: 0, bottom: 12_500, right: 3 })
  expect(copyBlock(many)).toBe(null)
  many.cursor.setRange({ row: 0, at: 0 }, { top: 0, left: 0, bottom: 12_499, right: 3 })
  expect(copyBlock(many)).not.toBe(null)
})

test('a large selection with groups is copied like a small one', () => {
  const many = new GridModel({ columns })
  many.setData(Array.from({ length: 12_501 }, () => ({ ITEM: 'A', LOT: '0012' })))
  many.group({ keys: [{ column: 'ITEM' }], openLevels: 1, turned: new Set() })
  many.cursor.setRange({ row: 0, at: 0 }, { top: 0, left: 0, bottom: 12_500, right: 3 })
  expect(copyBlock(many)).toBe(null)
  expect(copyBlock(many, true)?.html).toContain(`<td style="mso-number-format:'\\@'">0012</td>`)
})

describe('filling', () => {
  test('fill down copies the top row of the selection, or the cell above a single one', () => {
    select(0, 0, 1, 1)
    fillDown(model)
    expect(getValues()[1]).toEqual(['A', 1, '20270201', 'L2'])
    select(1, 2)
    fillDown(model)
    expect(model.value(1, 'VALID')).toBe('20270101')
  })

  test('fill right marks a value that the target column rejects', () => {
    select(0, 1, 0, 2)
    fillRight(model)
    expect(model.rejection(0, 'VALID')).toEqual({ code: 'date', text: '1' })
  })

  test('a text fills every editable cell of the selection', () => {
    select(0, 0, 1, 3)
    fillText(model, '20270101')
    expect(getValues()).toEqual([
      ['20270101', 20270101, '20270101', 'L1'],
      ['20270101', 20270101, '20270101', 'L2'],
    ])
  })

  test('Delete clears only editable cells', () => {
    select(0, 0, 1, 3)
    clearSelection(model)
    expect(getValues()).toEqual([
      [null, null, null, 'L1'],
      [null, null, null, 'L2'],
    ])
  })
})

function throwError(): never {
  throw new Error('no such column')
}

test('editing starts in the next input field of the row, otherwise in the first', () => {
  model = new GridModel({
    columns: [
      { id: 'CODE', title: 'Code', kind: 'text', width: 100 },
      {
        id: 'QTY',
        title: 'Qty',
        kind: 'number',
        width: 80,
        editable: (row) => row['CODE'] !== 'Z',
      },
      { id: 'NAME', title: 'Name', kind: 'text', width: 100 },
      { id: 'REASON', title: 'Reason', kind: 'text', width: 100, editable: true },
      { id: 'USER', title: 'User', kind: 'text', width: 100 },
    ],
  })
  model.setData([{ CODE: 'A' }, { CODE: 'Z' }])
  const nextInput = (row: number, column: string) => {
    model.setCurrent(row, column)
    goToInput(model)
    return model.current
  }
  expect(nextInput(0, 'CODE')).toEqual({ row: 0, column: 'QTY' })
  expect(nextInput(0, 'QTY')).toEqual({ row: 0, column: 'QTY' })
  expect(nextInput(0, 'NAME')).toEqual({ row: 0, column: 'REASON' })
  expect(nextInput(0, 'USER')).toEqual({ row: 0, column: 'QTY' })
  expect(nextInput(1, 'CODE')).toEqual({ row: 1, column: 'REASON' })
})
