import { expect, test } from 'vitest'

import { code, date, flag, integer, lookup, quantity, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import {
  checkMapping,
  guessFirstRow,
  guessMapping,
  relocatedMapping,
  rowReader,
  splitSheet,
  titleCells,
  readTitles,
  type SheetRow,
} from '#kernel/sheet-mapping.ts'

const fields = {
  ORDER_NO: code(label('주문번호', 'Order no.'), { required: true }),
  STOCK_CD: lookup(label('품목코드', 'Item'), 'stock', { required: true }),
  QTY: quantity(label('수량', 'Quantity'), { required: true, min: 0.001 }),
  VALID_DT: date(label('유통기한', 'Valid date')),
  STATE_CD: select(label('상태', 'State'), 'goods-state'),
  URGENT_YN: flag(label('긴급', 'Urgent')),
  REMARK: text(label('비고', 'Remark'), { maxLength: 10 }),
}
const letters = { ORDER_NO: 'A', STOCK_CD: 'C', QTY: 'D', VALID_DT: 'E', REMARK: 'AB' }

function toSheetRows(...rows: [number, ...SheetRow['cells']][]): SheetRow[] {
  return rows.map(([row, ...cells]) => ({ row, cells }))
}

test('reading starts at row 2 and stops at the first row whose column A is empty', () => {
  const rows = toSheetRows([1, '주문번호'], [2, 'O-1'], [3, 'O-2'], [4, null, 'SKU1'], [5, 'O-3'])
  const { body, unread } = splitSheet(rows)
  expect(body.map(({ row }) => row)).toEqual([2, 3])
  expect(unread.map(({ row }) => row)).toEqual([4, 5])
})

test('a completely empty row also ends reading, and the rows after it are reported', () => {
  const { body, unread } = splitSheet(toSheetRows([1, 'no'], [2, 'O-1'], [4, 'O-2'], [5, 'O-3']))
  expect(body.map(({ row }) => row)).toEqual([2])
  expect(unread.map(({ row }) => row)).toEqual([4, 5])
})

test('a sheet with two title rows is read from the row the user specifies', () => {
  const rows = toSheetRows([1, '한빛헬스 발주'], [2, '주문번호'], [3, 'O-1'])
  expect(splitSheet(rows, 3).body.map(({ row }) => row)).toEqual([3])
  expect(titleCells(rows, 3)).toEqual(['주문번호'])
})

test('titles merged over two rows are read from the upper one', () => {
  const rows = [
    { row: 1, cells: ['Item', 'Quantity', null, 'Note'] },
    { row: 2, cells: [null, 'Boxes', 'Pieces'] },
    { row: 3, cells: ['A1', 2, 24, null] },
  ]
  expect(titleCells(rows, 3)).toEqual(['Item', 'Boxes', 'Pieces', 'Note'])
  expect(titleCells(rows, 2)).toEqual(rows[0]?.cells)
  expect(titleCells(rows, 1)).toEqual([])
})

test('column letters are found by Korean titles, English titles or field names', () => {
  const titles = ['*주문 번호', null, 'Item', '수량(EA)', 'valid_dt', '비고 / Remark']
  expect(guessMapping(fields, titles)).toEqual({
    ORDER_NO: 'A',
    STOCK_CD: 'C',
    QTY: 'D',
    VALID_DT: 'E',
    REMARK: 'F',
  })
})

test('a complete title is preferred to one with further words, and no unit is guessed', () => {
  expect(guessMapping(fields, ['수량(박스)', '수량', '품목코드(구)', '품목코드'])).toEqual({
    QTY: 'B',
    STOCK_CD: 'D',
  })
  expect(guessMapping(fields, ['수량(박스)', '수량(EA)', '비고(1)', '비고(2)'])).toEqual({
    REMARK: 'C',
  })
  const aliases = { QTY: ['주문수량'] }
  expect(guessMapping(fields, ['주문수량(박스)', '주문수량'], aliases)).toEqual({ QTY: 'B' })
})

test('two fields are never guessed from the same column', () => {
  const twins = { A_QTY: integer(label('수량', 'Qty')), B_QTY: integer(label('수량', 'Qty')) }
  expect(guessMapping(twins, ['수량'])).toEqual({ A_QTY: 'A' })
})

test.each([
  ['in the first row', [[1, 'ORDER_NO', 'STOCK_CD', 'QTY']], 2],
  [
    'below the name and date of a form',
    [
      [1, '품목코드 안내'],
      [3, '2026-12-01'],
      [7, 'ORDER_NO', 'QTY'],
    ],
    8,
  ],
  [
    'in two rows',
    [
      [5, null, 'QTY', 'VALID_DT'],
      [6, 'ORDER_NO'],
      [7, 'O-1', 3],
    ],
    7,
  ],
  [
    'above rows with empty cells',
    [
      [4, 'ORDER_NO', 'STOCK_CD', 'QTY'],
      [5, 'O-1'],
      [6, 'O-2'],
    ],
    5,
  ],
  [
    'with unknown names',
    [
      [1, '가'],
      [2, 'QTY'],
      [3, 'x'],
    ],
    2,
  ],
] as const)('titles are found %s', (_, rows, firstRow) => {
  expect(
    guessFirstRow(
      fields,
      toSheetRows(...rows.map((row): [number, ...SheetRow['cells']] => [...row])),
    ),
  ).toBe(firstRow)
})

test('mapping errors report letters that are invalid, beyond the sheet or missing', () => {
  const errors = checkMapping(fields, { ORDER_NO: '1', STOCK_CD: 'ZZ', QTY: '' }, 8)
  expect(errors.map(({ column, code: why }) => [column, why])).toEqual([
    ['ORDER_NO', 'no-such-column'],
    ['STOCK_CD', 'beyond-sheet'],
    ['QTY', 'required'],
  ])
})

test('a required field filled by the header needs no column', () => {
  const mapping = { STOCK_CD: 'A', QTY: 'B' }
  expect(checkMapping(fields, mapping, 2, new Set(['ORDER_NO']))).toEqual([])
})

test('cells become typed field values with their row number', () => {
  const cells: SheetRow['cells'] = ['o-1 ', null, 'sku100', '1,200.5', { date: '2027-01-31' }]
  const read = rowReader(fields, letters)({ row: 17, cells })
  expect(read.sheetRow).toBe(17)
  expect(read.errors).toEqual([])
  expect(read.row).toEqual({
    ORDER_NO: 'O-1',
    STOCK_CD: 'SKU100',
    QTY: 1200.5,
    VALID_DT: '20270131',
    STATE_CD: null,
    URGENT_YN: 'N',
    REMARK: null,
  })
})

test('all invalid cells of a row are reported together with their text', () => {
  const cells: SheetRow['cells'] = [null, null, 'SKU100', '12개', '2027-02-30']
  const { errors, row } = rowReader(fields, letters)({ row: 2, cells })
  expect(errors.map(({ column, code: why, text: held }) => [column, why, held])).toEqual([
    ['ORDER_NO', 'required', ''],
    ['QTY', 'not-a-number', '12개'],
    ['VALID_DT', 'no-such-date', '2027-02-30'],
  ])
  expect(row).toMatchObject({ QTY: null, VALID_DT: null, STOCK_CD: 'SKU100' })
})

test('header values fill every row unless the cell has a value', () => {
  const given = { OWNER_CD: 'HANBIT', VALID_DT: '20261231' }
  const reader = rowReader(fields, letters, given)
  const first = reader({ row: 2, cells: ['O-1', null, 'SKU1', 1] })
  const second = reader({ row: 3, cells: ['O-1', null, 'SKU1', 1, 20270101] })
  expect(first.row).toMatchObject({ OWNER_CD: 'HANBIT', VALID_DT: '20261231' })
  expect(second.row).toMatchObject({ OWNER_CD: 'HANBIT', VALID_DT: '20270101' })
})

test('a code list accepts the name as well as the code', () => {
  const codes = { 'goods-state': [{ CODE: '10', NAME: '정상' }] }
  const reader = rowReader(fields, { ...letters, STATE_CD: 'B' }, {}, codes)
  expect(reader({ row: 2, cells: ['O', '정상', 'S', 1] }).row['STATE_CD']).toBe('10')
  expect(reader({ row: 3, cells: ['O', 10, 'S', 1] }).row['STATE_CD']).toBe('10')
  const wrong = reader({ row: 4, cells: ['O', '불량', 'S', 1] })
  expect(wrong.errors.map(({ code: why }) => why)).toEqual(['not-in-list'])
})

test('a name that several entries of a code list have is rejected', () => {
  const codes = { 'goods-state': ['10', '20'].map((CODE) => ({ CODE, NAME: 'Same' })) }
  const reader = rowReader(fields, { ...letters, STATE_CD: 'B' }, {}, codes)
  const { errors, row } = reader({ row: 2, cells: ['O', 'same', 'S', 1] })
  expect([errors.map(({ code: why }) => why), row['STATE_CD']]).toEqual([['not-in-list'], null])
})

const month = { CLOSE_YM: { ...date(label('월', 'Month')), kind: 'month' as const } }

test('a month is read in any common format', () => {
  const reader = rowReader(month, { CLOSE_YM: 'A' })
  for (const cell of ['2026-01', '2026.1', 202601, '2026년 1월', { date: '2026-01-15' }]) {
    expect(reader({ row: 2, cells: [cell] }).row).toEqual({ CLOSE_YM: '202601' })
  }
  expect(reader({ row: 2, cells: ['1월'] }).errors).toHaveLength(1)
})

test('a month typed as 2026.10, which Excel keeps as the number 2026.1, is not read as January', () => {
  const reader = rowReader(month, { CLOSE_YM: 'A' })
  const { errors, row } = reader({ row: 2, cells: [2026.1] })
  expect(row).toEqual({ CLOSE_YM: null })
  expect(errors.map(({ code: why, message }) => [why, message.en])).toEqual([
    ['not-a-month', '2026.1 can be January or October. Enter 2026-01 or 2026-10.'],
  ])
  const read = (cell: SheetRow['cells'][number]) => reader({ row: 2, cells: [cell] }).row
  expect(read({ number: 2026.1, text: '2026.10' })).toEqual({ CLOSE_YM: '202610' })
  expect(read(2026.12)).toEqual({ CLOSE_YM: '202612' })
  expect(read(2026.01)).toEqual({ CLOSE_YM: '202601' })
})

test('a saved mapping follows its column titles in the next sheet', () => {
  const mapping = { ORDER_NO: 'A', STOCK_CD: 'B', QTY: 'C' }
  const kept = readTitles(mapping, ['주문 번호', '코드', null])
  expect(relocatedMapping(mapping, kept, ['코드', '비고', '주문번호*'])).toEqual({
    ORDER_NO: 'C',
    STOCK_CD: 'A',
    // The column had no title, so only its letter is known.
    QTY: 'C',
  })
  expect(relocatedMapping(mapping, kept, ['주문번호', '다른 제목'])).toEqual({
    ORDER_NO: 'A',
    QTY: 'C',
  })
})
