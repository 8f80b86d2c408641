import { utils, write, type CellObject } from 'xlsx'
import { expect, test } from 'vitest'
import { splitSheet } from '#kernel/sheet-mapping.ts'
import { makeWorkbook, sheetXml } from '#tests/server/files/sheet-files.ts'
import { withFormula } from './make-files.ts'
import { readFile } from './read-cells.ts'

const text = (at: string, value: string) =>
  `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
const number = (at: string, value: number) => `<c r="${at}"><v>${value}</v></c>`
const sum = (at: string, formula: string) => `<c r="${at}"><f>${formula}</f><v>9</v></c>`
const row = (at: number, name: string, second: string) =>
  `<row r="${at}">${text(`A${at}`, name)}${second}</row>`
const data = (at: number) => row(at, `SKU${at}`, number(`B${at}`, at))

async function readXlsx(rows: string) {
  const bytes = makeWorkbook({ sheets: [{ name: 's', xml: sheetXml(rows) }] })
  const { rows: read, summary } = await readFile(bytes, 'a.xlsx')
  return { read, totalRows: summary.totalRows }
}

test.each([
  'SUM(B2:B3)',
  'SUM($B$2:$B$3)',
  'SUM(B2:B2,B3:B3)',
  'SUBTOTAL(9,B2:B3)',
  'SUBTOTAL( 109 , B2:B3 )',
  'AGGREGATE(9,5,B2:B3)',
  'AVERAGE(B2:B3)',
  'SUBTOTAL(109,표1[수량])',
  'SUBTOTAL(109,[수량])',
  '_xlfn.AGGREGATE(9,5,B2:B3)',
])('the total row of an Excel table or list with %s is not data', async (formula) => {
  const { read, totalRows } = await readXlsx(
    row(1, 'Item', text('B1', 'Qty')) + data(2) + data(3) + row(4, 'Total', sum('B4', formula)),
  )
  expect([read.map((line) => line.row), totalRows]).toEqual([[1, 2, 3], [4]])
})

test.each([
  // These are a running total, numbers of visible rows, sums across a row and shares of a total.
  'SUM($C$2:C4)',
  'SUBTOTAL(3,$A$2:A4)',
  'SUM(C4:F4)',
  'SUM(B2:B3)*2',
  'C4/SUM(C2:C9)',
  'MAX(B$1:B3)+1',
  'SUM(표1[[#This Row],[수량]])',
  // Plain sums, but the row names an item, such as a set of the items above.
  'SUM(B2:B3)',
  'AVERAGE(B2:B3)',
])('a row with %s is data', async (formula) => {
  const { read, totalRows } = await readXlsx(
    row(1, 'Item', text('B1', 'Qty')) + data(2) + data(3) + row(4, 'SKU4', sum('B4', formula)),
  )
  expect([read.map((line) => line.row), totalRows]).toEqual([[1, 2, 3, 4], []])
})

test.each(['합  계', '소계', '계', 'Grand Total', 'Subtotal', 'TOTALS'])(
  'a sum labelled %s is not data',
  async (name) => {
    const { totalRows } = await readXlsx(data(2) + row(3, name, sum('B3', 'SUM(B2:B2)')))
    expect(totalRows).toEqual([3])
  },
)

test.each(['TOTALE 2', '설계도'])('a sum labelled %s is data', async (name) => {
  const { totalRows } = await readXlsx(data(2) + row(3, name, sum('B3', 'SUM(B2:B2)')))
  expect(totalRows).toEqual([])
})

test('subtotals between the rows do not end the reading', async () => {
  const { read, totalRows } = await readXlsx(
    row(1, 'Item', text('B1', 'Qty')) +
      row(2, 'Total', sum('B2', 'SUBTOTAL(9,B3:B6)')) +
      data(3) +
      row(4, 'SKU3 total', sum('B4', 'SUBTOTAL(9,B3:B3)')) +
      data(5),
  )
  const { body, unread } = splitSheet(read, 2, totalRows)
  expect([body.map((line) => line.row), unread]).toEqual([[3, 5], []])
})

test('an empty row between data and its total does not end the data', async () => {
  const { read, totalRows } = await readXlsx(
    row(1, 'Item', text('B1', 'Qty')) + data(2) + row(4, 'Total', sum('B4', 'SUM(B2:B3)')),
  )
  const { body, unread } = splitSheet(read, 2, totalRows)
  expect([body.map((line) => line.row), unread]).toEqual([[2], []])
})

const listWithTotal = (bookType: 'biff8' | 'xlml'): Buffer => {
  const sheet = utils.aoa_to_sheet([
    ['Item', 'Qty'],
    ['A', 1],
    ['B', 2],
    ['Total', 3.25],
  ])
  const cell: CellObject = { t: 'n', v: 3.25, f: 'SUM(B2:B3)' }
  sheet['B4'] = cell
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 's')
  return write(book, { type: 'buffer', bookType })
}
// Binary token of the reference to B2:B3. SUM or SUBTOTAL follows it.
const area = [0x25, 1, 0, 2, 0, 1, 0xc0, 1, 0xc0]

test.each([
  ['XML Spreadsheet 2003', listWithTotal('xlml')],
  ['an old .xls with SUM', withFormula(listWithTotal('biff8'), [...area, 0x19, 0x10, 0, 0])],
  [
    'an old .xls with SUBTOTAL',
    withFormula(listWithTotal('biff8'), [0x1e, 9, 0, ...area, 0x42, 2, 0x58, 1]),
  ],
])('totals of %s are left out', async (_kind, bytes) => {
  const { rows, summary } = await readFile(bytes, 'a.xls')
  expect([rows.map((line) => line.row), summary.totalRows]).toEqual([[1, 2, 3], [4]])
})
