import { utils, write } from 'xlsx'
import { expect, test } from 'vitest'
import { makeWorkbook, sheetXml } from '#tests/server/files/sheet-files.ts'
import { withHiddenRow } from './make-files.ts'
import { readFile } from './read-cells.ts'

const row = (number: number, attributes = '') =>
  `<row r="${number}"${attributes}><c r="A${number}"><v>${number}</v></c></row>`
const workbook = (rows: string, rest = '') =>
  makeWorkbook({
    sheets: [{ name: 's', xml: sheetXml(rows).replace('</sheetData>', `</sheetData>${rest}`) }],
  })

test.each([
  ['hidden="1"', row(1) + row(2, ' hidden="1"') + row(3), 1],
  ['hidden="true"', row(1) + row(2, " hidden='true' spans='1:1'") + row(3, ' hidden="true"'), 2],
  ['hidden="0"', row(1) + row(2, ' hidden="0"'), 0],
  ['hidden and empty', `${row(1)}<row r="2" hidden="1"/><row r="3" hidden="1"></row>`, 0],
])('rows with %s are read and counted', async (_how, rows, hiddenRows) => {
  const { summary } = await readFile(workbook(rows), 'a.xlsx')
  expect(summary).toMatchObject({ hiddenRows, mergedRanges: 0 })
})

test('rows that a filter leaves out are counted', async () => {
  const filter = '<autoFilter ref="A1:A3"/>'
  const { summary, rows } = await readFile(
    workbook(row(1) + row(2, ' hidden="1"') + row(3), filter),
    'a.xlsx',
  )
  expect([summary.hiddenRows, rows.length]).toEqual([1, 3])
})

test('merged ranges are counted', async () => {
  const merges =
    '<mergeCells count="2"><mergeCell ref="A1:B1"/><mergeCell ref="A2:A3"/></mergeCells>'
  const { summary } = await readFile(workbook(row(1) + row(2) + row(3), merges), 'a.xlsx')
  expect(summary.mergedRanges).toBe(2)
})

test('hidden rows and merged ranges of an old .xls are counted', async () => {
  const sheet = utils.aoa_to_sheet([[1], [2], [3]])
  sheet['!merges'] = [utils.decode_range('A1:A2')]
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 's')
  const bytes = withHiddenRow(write(book, { type: 'buffer', bookType: 'biff8' }), 1)
  const { summary } = await readFile(bytes, 'a.xls')
  expect(summary).toMatchObject({ hiddenRows: 1, mergedRanges: 1 })
})

test('hidden rows of a page saved as .xls are counted', async () => {
  const content =
    '<table><tr><td>1</td></tr><tr class=a style="color:red;DISPLAY:none"><td>2</td></tr>' +
    '<tr style="display:table-row"><td>3</td></tr></table>'
  const { summary, rows } = await readFile(content, 'a.xls')
  expect([summary.hiddenRows, rows.length]).toEqual([1, 3])
})
