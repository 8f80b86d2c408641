import { expect, test } from 'vitest'
import { formattedTexts, formattedValues } from './formatted-values.ts'
import {
  csvField,
  makeFormattedXls,
  makeFormattedXlsx,
  makeRawWorkbook,
  makeTextXlsx,
} from './make-files.ts'
import { readRows, readAsKinds } from './read-cells.ts'
import { typedValues } from './typed-values.ts'

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

test.each(typedValues)(
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

test.each(typedValues.filter(([text]) => !/[",]/.test(text) || text === '="00123"'))(
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
