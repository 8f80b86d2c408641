import { expect, test } from 'vitest'
import type { SpreadsheetCell } from '#kernel/parse-cell.ts'
import { makeRawWorkbook } from './make-files.ts'
import { readRows } from './read-cells.ts'

const missing = '#CALC!'
const stale = '<calcPr calcId="124519" fullCalcOnLoad="1"/>'

/** Cells of row 1 in the form of different writers, and the values read. */
const formulas: readonly (readonly [writer: string, cells: string, read: SpreadsheetCell[]])[] = [
  ['no value', '<c r="A1"><f>B1*2</f></c>', [missing]],
  ['an empty value', '<c r="A1"><f>SUM(B2:C2)</f><v></v></c>', [missing]],
  ['a self-closing value', '<c r="A1"><f>SUM(B2:C2)</f><v/></c>', [missing]],
  ['a value with a blank', '<c r="A1"><f>1+1</f><v> </v></c>', [missing]],
  ['a spaced self-closing value', '<c r="A1"><f>1+1</f><v /></c>', [missing]],
  ['an empty number', '<c r="A1" t="n"><f>1+1</f><v></v></c>', [missing]],
  ['a self-closing number', "<c r='A1' t='n'><f>1+1</f><v/></c>", [missing]],
  ['an empty flag', '<c r="A1" t="b"><f>TRUE()</f><v></v></c>', [missing]],
  ['an empty error', '<c r="A1" t="e"><f>NA()</f><v/></c>', [missing]],
  ['a text without a value', '<c r="A1" t="str"><f>A2&amp;""</f></c>', [missing]],
  ['style attributes', '<c r="A1" s="0"><f>1+1</f><v/></c><c r="B1"><v>7</v></c>', [missing, 7]],
  ['a namespace', '<x:c r="A1"><x:f>1+1</x:f><x:v></x:v></x:c>', [missing]],
  [
    'a shared formula',
    '<c r="A1"><f t="shared" ref="A1:B1" si="0">C1</f><v></v></c><c r="B1"><f t="shared" si="0"/><v></v></c>',
    [missing, missing],
  ],
  ['an array formula', '<c r="A1"><f t="array" ref="A1">SUM(B1:C1*2)</f><v/></c>', [missing]],
  [
    'an array over cells it does not write',
    '<c r="A1"><f t="array" ref="A1:C1">B2:D2*2</f><v></v></c>',
    [missing, missing, missing],
  ],
  [
    'a neighbour without content',
    '<c r="A1" s="0"/><c r="B1"><f>1+1</f><v></v></c><c r="C1"/><c r="D1"><v>4</v></c>',
    [null, missing, null, 4],
  ],
  [
    'a result that is an empty text',
    '<c r="A1" t="str"><f>IF(1,"","")</f><v></v></c><c r="B1"><v>1</v></c>',
    [null, 1],
  ],
  [
    'a self-closing empty text',
    '<c r="A1" t="str"><f>IF(1,"","")</f><v/></c><c r="B1"><v>1</v></c>',
    [null, 1],
  ],
  ['a number', '<c r="A1"><f>1+1</f><v>2</v></c>', [2]],
  ['zero', '<c r="A1"><f>1-1</f><v>0</v></c>', [0]],
  ['a text', '<c r="A1" t="str"><f>"00123"</f><v>00123</v></c>', ['00123']],
  ['a flag', '<c r="A1" t="b"><f>TRUE()</f><v>1</v></c>', [true]],
  ...['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A'].map(
    (error): readonly [string, string, SpreadsheetCell[]] => [
      error,
      `<c r="A1" t="e"><f>A2</f><v>${error}</v></c>`,
      [error],
    ],
  ),
]

test.each(formulas)(
  'a formula saved with %s is read as its result or as an error',
  async (_writer, cells, read) => {
    expect(await readRows(makeRawWorkbook(`<row r="1">${cells}</row>`), 'a.xlsx')).toEqual([read])
  },
)

test('a row made only of uncalculated formulas is read', async () => {
  const cell = (at: string) => `<c r="${at}"><f>X1</f><v></v></c>`
  const rows = `<row r="1"><c r="A1"><v>1</v></c></row><row r="2">${cell('A2')}${cell('B2')}</row>`
  expect(await readRows(makeRawWorkbook(rows), 'a.xlsx')).toEqual([[1], [missing, missing]])
})

test('rows below an uncalculated array formula are read as errors', async () => {
  const rows =
    '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f t="array" ref="B1:B3">A1:A3</f><v/></c></row>' +
    '<row r="2"><c r="A2"><v>2</v></c></row>'
  expect(await readRows(makeRawWorkbook(rows), 'a.xlsx')).toEqual([
    [1, missing],
    [2, missing],
    [null, missing],
  ])
})

test('an uncalculated array over the entire sheet is refused by its size', async () => {
  const row = '<row r="1"><c r="A1"><f t="array" ref="A1:XFD1048576">1</f><v/></c></row>'
  await expect(readRows(makeRawWorkbook(row), 'a.xlsx')).rejects.toMatchObject({
    code: 'too-many-columns',
  })
})

test('zero is a placeholder if Excel calculates the workbook when it opens', async () => {
  const cells =
    '<c r="A1"><f>1+1</f><v>0</v></c><c r="B1"><f>1+1</f><v>2</v></c><c r="C1"><v>0</v></c>'
  const bytes = makeRawWorkbook(`<row r="1">${cells}</row>`, { calcPr: stale })
  expect(await readRows(bytes, 'a.xlsx')).toEqual([[missing, 2, 0]])
})
