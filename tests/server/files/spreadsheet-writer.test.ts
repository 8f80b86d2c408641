import { buffer, text } from 'node:stream/consumers'

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { read } from 'xlsx'

import { addFormulaGuard, stripFormulaGuard } from '#server/files/formula-guard.ts'
import { readSpreadsheet } from '#server/files/spreadsheet-reader.ts'
import {
  writeSpreadsheet,
  type ExportCell,
  type ExportColumn,
} from '#server/files/spreadsheet-writer.ts'

const columns: ExportColumn[] = [
  { title: '품목명', kind: 'text' },
  { title: '수량', kind: 'number' },
  { title: '유통기한', kind: 'date' },
  { title: '입고일시', kind: 'datetime' },
]

const rows: ExportCell[][] = [
  ['아몬드, "대"', -5, '20260131', '20260131093015'],
  ['=HYPERLINK("http://x")', '1234567.125', null, undefined],
  ['줄\n바꿈', 0, '', ''],
]

test('a CSV for Excel in Korea has a byte order mark, quoted fields and real numbers', async () => {
  const csv = await text(writeSpreadsheet({ format: 'csv', columns, rows }))
  // The stream consumer drops the byte order mark when decoding, so check the bytes.
  const bytes = await buffer(writeSpreadsheet({ format: 'csv', columns, rows: [] }))
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
  expect(csv.split('\r\n')).toEqual([
    expect.stringMatching(/품목명,수량,유통기한,입고일시$/),
    '"아몬드, ""대""",-5,2026-01-31,2026-01-31 09:30:15',
    `"'=HYPERLINK(""http://x"")",1234567.125,,`,
    '"줄\n바꿈",0,,',
    '',
  ])
})

test('an exported workbook is read back with unchanged values', async () => {
  const bytes = await buffer(writeSpreadsheet({ format: 'xlsx', columns, rows }))
  const content = await readSpreadsheet(bytes, { fileName: 'a.xlsx' })
  expect(content.sheetName).toBe('sheet1')
  expect(content.rows.map((row) => row.cells)).toEqual([
    ['품목명', '수량', '유통기한', '입고일시'],
    ['아몬드, "대"', -5, { date: '2026-01-31' }, { date: '2026-01-31T09:30:15' }],
    ['=HYPERLINK("http://x")', 1234567.125],
    ['줄\n바꿈', 0],
  ])
})

test('no cell of an exported workbook is a formula, regardless of its text', async () => {
  const hostile = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    "'=1",
    '=cmd|’/c calc’!A0',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    "'＝1",
  ]
  const bytes = await buffer(
    writeSpreadsheet({
      format: 'xlsx',
      columns: columns.slice(0, 1),
      rows: hostile.map((cell) => [cell]),
    }),
  )
  const sheet = read(bytes, { cellFormula: true, dense: true }).Sheets['sheet1']
  const cells = (sheet?.['!data'] ?? []).slice(1).map((row) => row[0])
  expect(cells).toHaveLength(hostile.length)
  // Text cells show the text itself. Only an apostrophe that the reader would remove is doubled.
  expect(cells.map((cell) => [cell?.f, cell?.t, cell?.v])).toEqual(
    hostile.map((text) => [undefined, 's', text.startsWith("'") ? `'${text}` : text]),
  )
})

test('any text survives export and import', async () => {
  const nasty = fc.string({
    unit: fc.constantFrom(...Array.from('\'=+-@＝＋－＠\t\r\n\0",;|_x0041_가A ')),
    maxLength: 12,
  })
  fc.assert(
    fc.property(nasty, (value) => {
      expect(stripFormulaGuard(addFormulaGuard(value))).toBe(value)
      expect(addFormulaGuard(value)).not.toMatch(/^[=+\-@＝＋－＠\t\r\n\0]/)
    }),
  )
  const samples = fc
    .sample(nasty, 300)
    .filter((value) => !/[\r\0]/.test(value) && value.trim() !== '')
  for (const format of ['csv', 'xlsx'] as const) {
    const bytes = await buffer(
      writeSpreadsheet({
        format,
        columns: columns.slice(0, 1),
        rows: samples.map((value) => [value]),
      }),
    )
    const content = await readSpreadsheet(bytes, { fileName: `a.${format}` })
    expect(content.rows.slice(1).map((row) => row.cells[0])).toEqual(samples)
  }
})

test.each(['\t', ';', '|', ','])(
  'a single column with %j in every text is not split',
  async (mark) => {
    const texts = ['A', 'B', 'C'].map((letter) => letter + mark + letter)
    const rowsOfTexts = texts.map((each) => [each])
    const one = columns.slice(0, 1)
    const bytes = await buffer(writeSpreadsheet({ format: 'csv', columns: one, rows: rowsOfTexts }))
    const content = await readSpreadsheet(bytes, { fileName: 'a.csv' })
    expect(content.rows.slice(1).map(({ cells }) => cells)).toEqual(rowsOfTexts)
  },
)

test('an error of the row source fails the file', async () => {
  async function* failingRows(): AsyncGenerator<ExportCell[]> {
    yield ['아몬드', 1, null, null]
    await Promise.resolve()
    throw new Error('the database went away')
  }
  for (const format of ['csv', 'xlsx'] as const) {
    await expect(
      buffer(writeSpreadsheet({ format, columns, rows: failingRows() })),
    ).rejects.toThrow('the database went away')
  }
})

test('an exact number too long for Excel is saved as text, not rounded', async () => {
  const bytes = await buffer(
    writeSpreadsheet({ format: 'xlsx', columns, rows: [['x', '1234567890123456.789']] }),
  )
  const content = await readSpreadsheet(bytes, { fileName: 'a.xlsx' })
  expect(content.rows[1]?.cells[1]).toBe('1234567890123456.789')
})

test('grouped rows have outline levels in Excel, their headings none', async () => {
  const levels = [0, 1, 2, 2, 1]
  const cells = levels.map((level): ExportCell[] => [`단계 ${level}`, level, null, null])
  const file = await buffer(writeSpreadsheet({ format: 'xlsx', columns, rows: cells, levels }))
  const { Sheets, SheetNames } = read(file, { cellStyles: true })
  const rows = Sheets[SheetNames[0] ?? '']?.['!rows'] ?? []
  // Row 0 contains the titles.
  expect(levels.map((_, index) => rows[index + 1]?.level ?? 0)).toEqual(levels)
})
