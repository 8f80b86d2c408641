import { expect, test } from 'vitest'
import type { SpreadsheetCell } from '#kernel/parse-cell.ts'
import { formattedTexts, formattedValues } from './formatted-values.ts'
import {
  csvField,
  makeFormattedXls,
  makeFormattedXlsx,
  makeRawWorkbook,
  makeTextXlsx,
} from './make-files.ts'
import { readRows, readAsKinds } from './read-cells.ts'
import { filedValues, typedValues } from './typed-values.ts'

async function firstCell(content: string | Uint8Array, fileName?: string) {
  const [cells] = await readRows(content, fileName)
  return cells?.[0] ?? null
}

test.each(formattedValues)(
  'the number %d formatted as %s is read from .xlsx as Excel shows it',
  async (value, format, seen) => {
    expect(readAsKinds(await firstCell(makeFormattedXlsx(value, format), 'a.xlsx'), seen)).toEqual(
      seen,
    )
  },
)

test.each(formattedValues)(
  'the number %d formatted as %s is read from .xls as Excel shows it',
  async (value, format, seen) => {
    expect(readAsKinds(await firstCell(makeFormattedXls(value, format), 'a.xls'), seen)).toEqual(
      seen,
    )
  },
)

test.each(formattedTexts)(
  'the text %s formatted as %s is read as Excel shows it',
  async (value, format, text) => {
    const files: [Buffer, string][] = [
      [makeFormattedXlsx(value, format), 'a.xlsx'],
      [makeFormattedXls(value, format), 'a.xls'],
    ]
    for (const [content, fileName] of files) {
      // A file with only a hidden text would be empty.
      const cell = await firstCell(content, fileName).catch(() => null)
      expect(readAsKinds(cell, { text })).toEqual({ text })
    }
  },
)

test.each([...typedValues, ...filedValues])(
  'the text %j has one reading in text cells and quoted fields of a CSV',
  async (text, seen) => {
    const files: [string | Uint8Array, string][] = [
      [makeTextXlsx(text), 'a.xlsx'],
      // A file with only a blank field would be empty.
      [`${csvField(text)},1`, 'a.csv'],
      [Buffer.from(`\uFEFF${csvField(text)}\t1`, 'utf16le'), 'a.txt'],
    ]
    for (const [content, fileName] of files) {
      const rows = await readRows(content, fileName).catch(() => [])
      expect(readAsKinds(rows[0]?.[0] ?? null, seen)).toEqual(seen)
    }
  },
)

test.each(typedValues.filter(([text]) => !/[",\r\n]/.test(text) || text === '="00123"'))(
  'the text %j is read from an unquoted field of a CSV',
  async (text, seen) => {
    expect(readAsKinds(await firstCell(`${csvField(text, false)},1`), seen)).toEqual(seen)
  },
)

test('a number that Excel cannot show is an error, an empty number cell is empty', async () => {
  const cells = ['NaN', 'Infinity', ''].map((text, index) => {
    return `<c r="${'ABC'[index]}1"><v>${text}</v></c>`
  })
  const row = `<row r="1">${cells.join('')}<c r="D1"><v>5</v></c></row>`
  expect(await readRows(makeRawWorkbook(row), 'a.xlsx')).toEqual([['#NUM!', '#NUM!', null, 5]])
})

const shared = '<c r="A1" t="s"><v>0</v></c>'
const inline = (item: string) => `<c r="A1" t="inlineStr"><is>${item}</is></c>`

/** Cells of row 1, shared strings, and the values that Excel shows. */
const writtenCells: readonly (readonly [string, string, string, SpreadsheetCell[]])[] = [
  [
    'phonetic text',
    shared,
    '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>',
    ['東京'],
  ],
  ['inline phonetic text', inline('<t>課</t><rPh sb="0" eb="1"><t>カ</t></rPh>'), '', ['課']],
  [
    'several fonts',
    shared,
    '<si><r><t>A</t></r><r><t xml:space="preserve"> 1</t></r></si>',
    ['A 1'],
  ],
  [
    'an empty item among items with blanks in their tags',
    ['A', 'B', 'C'].map((at, index) => `<c r="${at}1" t="s"><v>${index}</v></c>`).join(''),
    '<si ><t/></si><si/><si count="1"><t>x</t></si>',
    [null, null, 'x'],
  ],
  [
    'an empty item first',
    `${shared}<c r="B1" t="s"><v>1</v></c>`,
    '<si/><si><t>x</t></si>',
    [null, 'x'],
  ],
  ['a comment in an item', shared, '<si><!-- <t>no</t> --><t>yes</t></si>', ['yes']],
  ['a comment-like CDATA section', shared, '<si><t><![CDATA[a<!--b-->]]></t></si>', ['a<!--b-->']],
  ['a comment with a cell', `<!-- <c r="A1"><v>9</v></c> -->${shared}`, '<si><t>x</t></si>', ['x']],
  ['line breaks in tags', '<c\n r="A1"\n\tt="s"\r\n><v>0</v></c>', '<si\n><t\n>x</t></si>', ['x']],
  ['line breaks in an inline text', inline('<t\nxml:space="preserve">a\nb</t>'), '', ['a\nb']],
  ['spaces around symbols', '<c  r = "A1"  t = "s" ><v>0</v></c>', '<si><t>x</t></si>', ['x']],
  ['an escaped line break', shared, '<si><t>a_x000D_\nb</t></si>', ['a\nb']],
  ['an escaped escape', shared, '<si><t>_x005F_x0041_</t></si>', ['_x0041_']],
  ['an escaped escape after an ampersand', shared, '<si><t>a&amp;amp;b</t></si>', ['a&amp;b']],
  ['a number in a text cell', shared, '<si><t>00123</t></si>', ['00123']],
  ['cells out of order', '<c r="C1"><v>3</v></c><c r="A1"><v>1</v></c>', '', [1, null, 3]],
  ['cells without addresses', '<c r="B1"><v>2</v></c><c><v>3</v></c>', '', [null, 2, 3]],
  ['flags', '<c r="A1" t="b"><v>true</v></c><c r="B1" t="b"><v>0</v></c>', '', [true, false]],
  ['a recent error', '<c r="A1" t="e"><v>#PYTHON!</v></c>', '', ['#VALUE!']],
  ['a date as text', '<c r="A1" t="d"><v>2026-01-31</v></c>', '', ['2026-01-31']],
  ['an exponent', '<c r="A1"><v>8.801234567890E12</v></c>', '', [8_801_234_567_890]],
  ['a number too large', '<c r="A1"><v>1e400</v></c>', '', ['#NUM!']],
]

test.each(writtenCells)(
  'cells with %s are read as Excel shows them',
  async (_what, cells, strings, read) => {
    const bytes = makeRawWorkbook(`<row r="1">${cells}</row>`, { strings })
    expect(await readRows(bytes, 'a.xlsx')).toEqual([read])
  },
)

test('a row in a comment is not read', async () => {
  const rows =
    '<!-- <row r="1"><c r="A1"><v>9</v></c></row> --><row\n r="2"\n><c r="A2"><v>1</v></c></row>'
  expect(await readRows(makeRawWorkbook(rows), 'a.xlsx')).toEqual([[1]])
})
