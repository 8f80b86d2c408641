import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { CFB } from 'xlsx'
import { expect, test } from 'vitest'

import { readSpreadsheet } from '#server/files/spreadsheet-reader.ts'

import { makeWorkbook, saveWorkbook, sheetXml } from './sheet-files.ts'

const xlsx = { fileName: '주문.xlsx' }
const csv = { fileName: '주문.csv' }

test('a sheet is read with its row numbers, with numbers as numbers and text as text', async () => {
  const bytes = saveWorkbook([['품목', '수량'], ['00123', 5], [], ['카파', -2.5], ['  ', null]])
  const content = await readSpreadsheet(bytes, xlsx)
  expect(content.sheetName).toBe('주문')
  expect(content.rows).toEqual([
    { row: 1, cells: ['품목', '수량'] },
    { row: 2, cells: ['00123', 5] },
    { row: 4, cells: ['카파', -2.5] },
  ])
  expect(content.lastRow).toBe(4)
})

test('an old .xls workbook is read as well', async () => {
  const bytes = saveWorkbook([['품목'], ['아몬드']], 'biff8')
  const content = await readSpreadsheet(bytes, { fileName: '주문.xls' })
  expect(content.rows.map((row) => row.cells)).toEqual([['품목'], ['아몬드']])
})

test('a workbook renamed to .xls is read by its content', async () => {
  const content = await readSpreadsheet(saveWorkbook([['품목']]), { fileName: '주문.xls' })
  expect(content.rows).toEqual([{ row: 1, cells: ['품목'] }])
})

test('the first visible sheet is read unless another is requested', async () => {
  const cellSheet = (text: string): string =>
    sheetXml(`<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`)
  const bytes = makeWorkbook({
    sheets: [
      { name: '코드', state: 'hidden', xml: cellSheet('hidden') },
      { name: '주문&amp;반품', xml: cellSheet('orders') },
    ],
  })
  const content = await readSpreadsheet(bytes, xlsx)
  expect([content.sheetName, content.rows[0]?.cells[0]]).toEqual(['주문&반품', 'orders'])
  const request = await readSpreadsheet(bytes, { ...xlsx, sheet: 0 })
  expect(request.rows[0]?.cells[0]).toBe('hidden')
  await expect(readSpreadsheet(bytes, { ...xlsx, sheet: 2 })).rejects.toMatchObject({
    code: 'no-such-sheet',
  })
})

const dateStyles =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy&quot;년&quot; m&quot;월&quot; d&quot;일&quot;"/>' +
  '<numFmt numFmtId="165" formatCode="[h]:mm"/></numFmts>' +
  '<cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>'

function makeDatesWorkbook(date1904: boolean): Buffer {
  const cells = [
    ['A', 1, 46053],
    ['B', 2, 46053.395833333336],
    ['C', 3, 46053],
    ['D', 1, 60],
    ['E', 1, 61],
    ['F', 2, 0.5],
    ['G', 4, 1.5],
    ['H', 0, 46053],
    ['I', 1, 59],
    ['J', 1, 1],
  ].map(([column, style, value]) => `<c r="${column}1" s="${style}"><v>${value}</v></c>`)
  const xml = sheetXml(`<row r="1">${cells.join('')}</row>`)
  return makeWorkbook({ sheets: [{ name: '날짜', xml }], styles: dateStyles, date1904 })
}

test('cells shown as dates in Excel are read as the same dates', async () => {
  const { rows } = await readSpreadsheet(makeDatesWorkbook(false), xlsx)
  expect(rows[0]?.cells).toEqual([
    { date: '2026-01-31' },
    { date: '2026-01-31T09:30:00' },
    { date: '2026-01-31' },
    { date: '1900-02-29' },
    { date: '1900-03-01' },
    '12:00:00',
    '36:00',
    46053,
    { date: '1900-02-28' },
    { date: '1900-01-01' },
  ])
})

test('a workbook with the 1904 date system is read with the dates it shows', async () => {
  const { rows } = await readSpreadsheet(makeDatesWorkbook(true), xlsx)
  expect(rows[0]?.cells.slice(0, 2)).toEqual([
    { date: '2030-02-01' },
    { date: '2030-02-01T09:30:00' },
  ])
})

test('a number in the format of a country is read as text, never as its leading digits', async () => {
  const values = ['1,5', '1 234', '46053,5', '5kg', '1,234', '1.5E+2', ' 7 ', '-3', 'NaN']
  const cells = values.map((value, at) => `<c r="${'ABCDEFGHI'[at]}1"><v>${value}</v></c>`)
  const xml = sheetXml(`<row r="1">${cells.join('')}<c r="J1"><f>A1*2</f><v>3,0</v></c></row>`)
  const { rows } = await readSpreadsheet(makeWorkbook({ sheets: [{ name: 's', xml }] }), xlsx)
  const texts = ['1,5', '1 234', '46053,5', '5kg', '#NUM!']
  expect(rows[0]?.cells).toEqual([...texts, 150, 7, -3, '#NUM!', '3,0'])
})

test('a number of an XML spreadsheet in the format of a country is read as text', async () => {
  const office = 'urn:schemas-microsoft-com:office:spreadsheet'
  const data = ['1,5', '1,234', '2.5'].map(
    (value) => `<Cell><Data ss:Type="Number">${value}</Data></Cell>`,
  )
  const book =
    `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="${office}" xmlns:ss="${office}">` +
    `<Worksheet ss:Name="s"><Table><Row>${data.join('')}</Row></Table></Worksheet></Workbook>`
  const { rows } = await readSpreadsheet(Buffer.from(book), { fileName: 'orders.xls' })
  expect(rows[0]?.cells).toEqual(['1,5', '#NUM!', 2.5])
})

test('a failed or uncalculated formula is not read as an empty cell', async () => {
  const xml = sheetXml(
    '<row r="1"><c r="A1" t="e"><f>VLOOKUP(1,B:C,2,0)</f><v>#N/A</v></c>' +
      '<c r="B1"><f>C1*2</f></c><c r="C1"><f>1+1</f><v>2</v></c></row>',
  )
  const { rows } = await readSpreadsheet(makeWorkbook({ sheets: [{ name: 's', xml }] }), xlsx)
  expect(rows[0]?.cells).toEqual(['#N/A', '#CALC!', 2])
})

test('rows and cells without numbers are read by their position', async () => {
  const xml = sheetXml(
    '<row><c><v>1</v></c></row><row><c s="0"/></row><row><c/><c><v>3</v></c></row>',
  )
  const content = await readSpreadsheet(makeWorkbook({ sheets: [{ name: 's', xml }] }), xlsx)
  expect(content.rows).toEqual([
    { row: 1, cells: [1] },
    { row: 3, cells: [null, 3] },
  ])
})

test('sheets whose tags have a namespace prefix are read', async () => {
  const xml =
    '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>' +
    '<x:row r="2"><x:c r="B2" t="str"><x:v>아몬드</x:v></x:c></x:row></x:sheetData></x:worksheet>'
  const content = await readSpreadsheet(makeWorkbook({ sheets: [{ name: 's', xml }] }), xlsx)
  expect(content.rows).toEqual([{ row: 2, cells: [null, '아몬드'] }])
})

test('two hundred thousand empty rows with formats are skipped and counted', async () => {
  const empty = Array.from(
    { length: 200_000 },
    (_, index) =>
      `<row r="${index + 4}" s="1"><c r="A${index + 4}" s="1"/><c r="B${index + 4}" s="1"/></row>`,
  )
  const real = [1, 2, 3].map((row) => `<row r="${row}"><c r="A${row}"><v>${row}</v></c></row>`)
  const xml = sheetXml([...real, ...empty].join(''))
  const content = await readSpreadsheet(makeWorkbook({ sheets: [{ name: 's', xml }] }), xlsx)
  expect(content.rows).toHaveLength(3)
  expect(content).toMatchObject({ lastRow: 3, skippedEmptyRows: 200_000 })
})

test('a sheet with more rows than allowed is rejected with both numbers', async () => {
  const bytes = saveWorkbook(Array.from({ length: 1_001 }, (_, index) => [index]))
  const refused = readSpreadsheet(bytes, { ...xlsx, maxRows: 1_000 })
  await expect(refused).rejects.toMatchObject({ code: 'too-many-rows', detail: '1,001 > 1,000' })
  await expect(refused).rejects.toThrow('too many rows')
})

test('a sheet that declares seventeen billion cells returns its one value', async () => {
  const xml = sheetXml('<row r="1"><c r="A1"><v>7</v></c></row>', 'A1:XFD1048576')
  const content = await readSpreadsheet(makeWorkbook({ sheets: [{ name: 's', xml }] }), xlsx)
  expect(content.rows).toEqual([{ row: 1, cells: [7] }])
})

test('a value in the last cell of the sheet is rejected with its address', async () => {
  const xml = sheetXml('<row r="1048576"><c r="XFD1048576"><v>7</v></c></row>')
  const bytes = makeWorkbook({ sheets: [{ name: 's', xml }] })
  await expect(readSpreadsheet(bytes, xlsx)).rejects.toMatchObject({
    code: 'too-many-columns',
    detail: 'XFD1048576: 16,384 > 200',
  })
})

test('a single value in the last row is read with its row number', async () => {
  const xml = sheetXml('<row r="1048576"><c r="A1048576"><v>7</v></c></row>')
  const content = await readSpreadsheet(makeWorkbook({ sheets: [{ name: 's', xml }] }), xlsx)
  expect(content.rows).toEqual([{ row: 1_048_576, cells: [7] }])
})

test('an archive that expands to a thousand times its size is rejected', async () => {
  const xml = sheetXml(' '.repeat(40_000_000))
  const bytes = makeWorkbook({ sheets: [{ name: 's', xml }] })
  expect(bytes.length).toBeLessThan(100_000)
  await expect(readSpreadsheet(bytes, xlsx)).rejects.toMatchObject({
    code: 'too-large',
    text: {
      ko: expect.stringMatching(
        /^파일이 너무 큽니다\. \(압축을 풀면 \d{3,4}배로 커지는 내용\) [^a-zA-Z]+$/,
      ),
      en: expect.stringMatching(/\(unpacks to \d{3,4} times its size\)/),
    },
  })
})

test('parts that would unpack to more than 128 MB together are rejected before unpacking', async () => {
  const mb = 1024 * 1024
  const xml = sheetXml(`<row r="1"><c r="A1"><v>7</v></c></row>${' '.repeat(0.9 * mb)}`)
  // Random digits compress poorly, so the ratio of the declared size alone does not look like a
  // bomb.
  const styles = randomBytes(mb).toString('hex')
  const sheets = [{ name: 's', xml }]
  const readWithClaimedSize = (claimedStylesSize: number) =>
    readSpreadsheet(makeWorkbook({ sheets, styles, claimedStylesSize }), xlsx)
  await expect(readWithClaimedSize(127.5 * mb)).rejects.toMatchObject({
    code: 'too-large',
    detail: undefined,
  })
  // Within the limit the part is unpacked, which reveals the false size.
  await expect(readWithClaimedSize(126 * mb)).rejects.toMatchObject({ code: 'broken' })
})

test('an archive with a false unpacked size is rejected', async () => {
  const xml = sheetXml(' '.repeat(40_000_000))
  const bytes = makeWorkbook({ sheets: [{ name: 's', xml, claimedSize: 2_000 }] })
  await expect(readSpreadsheet(bytes, xlsx)).rejects.toMatchObject({ code: 'broken' })
})

test('a password-protected workbook is rejected as encrypted', async () => {
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(4_096, 7))
  CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.alloc(248, 1))
  const bytes: Buffer = CFB.write(container, { type: 'buffer' })
  await expect(readSpreadsheet(bytes, xlsx)).rejects.toMatchObject({ code: 'encrypted' })
})

test('an old workbook under rights management is rejected, not read as its notice', async () => {
  const container = CFB.read(saveWorkbook([['Protected']], 'biff8'), { type: 'buffer' })
  CFB.utils.cfb_add(container, '/\tDRMContent', Buffer.alloc(5_000, 1))
  const bytes: Buffer = CFB.write(container, { type: 'buffer' })
  await expect(readSpreadsheet(bytes, xlsx)).rejects.toMatchObject({ code: 'encrypted' })
})

test('a file wrapped by document security is rejected as encrypted, with a hint', async () => {
  const bytes = Buffer.from('\x9b DRMONE  This Document is encrypted and protected\0\0', 'latin1')
  const refused = readSpreadsheet(bytes, xlsx)
  await expect(refused).rejects.toMatchObject({ code: 'encrypted' })
  await expect(refused).rejects.toMatchObject({ hint: { ko: expect.stringContaining('해제') } })
})

test('a workbook with appended bytes is read', async () => {
  const bytes = Buffer.concat([saveWorkbook([['품목']]), Buffer.from('\r\nscanned by the gateway')])
  expect((await readSpreadsheet(bytes, xlsx)).rows).toEqual([{ row: 1, cells: ['품목'] }])
})

test('an archive with encrypted parts is rejected as encrypted', async () => {
  const bytes = Buffer.from(saveWorkbook([['품목']]))
  for (
    let index = bytes.indexOf('PK\x01\x02');
    index >= 0;
    index = bytes.indexOf('PK\x01\x02', index + 4)
  ) {
    bytes.writeUInt16LE(bytes.readUInt16LE(index + 8) | 1, index + 8)
  }
  await expect(readSpreadsheet(bytes, xlsx)).rejects.toMatchObject({ code: 'encrypted' })
})

test('a truncated workbook is rejected as damaged', async () => {
  const bytes = saveWorkbook([['품목'], ['아몬드']])
  for (const part of [0.1, 0.5, 0.9, 0.999]) {
    const cut = bytes.subarray(0, Math.floor(bytes.length * part))
    await expect(readSpreadsheet(cut, xlsx)).rejects.toMatchObject({ code: 'broken' })
  }
})

test.each([
  ['a web page without a table saved as .xls', '<html><p>1</p></html>', '주문.xls'],
  ['a PDF file', '%PDF-1.7 …', '주문.csv'],
  ['plain text named .xlsx', '품목,수량', '주문.xlsx'],
  ['binary data named .csv', 'a\0b\0c', '주문.csv'],
  ['a picture named .csv', Buffer.from('ffd8ffe000104a464946', 'hex'), '주문.csv'],
])('%s is rejected as not a spreadsheet', async (_name, content, fileName) => {
  const refused = readSpreadsheet(Buffer.from(content), { fileName })
  await expect(refused).rejects.toMatchObject({ code: 'not-a-spreadsheet' })
})

test('a file without content is rejected as empty', async () => {
  await expect(readSpreadsheet(Buffer.alloc(0), xlsx)).rejects.toMatchObject({ code: 'empty' })
  await expect(readSpreadsheet(saveWorkbook([[]]), xlsx)).rejects.toMatchObject({ code: 'empty' })
  await expect(readSpreadsheet(Buffer.from('\r\n,,\r\n'), csv)).rejects.toMatchObject({
    code: 'empty',
  })
})

test('a header named __proto__ is read as ordinary text', async () => {
  const { rows } = await readSpreadsheet(
    saveWorkbook([
      ['__proto__', 'constructor'],
      [1, 2],
    ]),
    xlsx,
  )
  expect(rows[0]?.cells).toEqual(['__proto__', 'constructor'])
  expect(Object.prototype).not.toHaveProperty('1')
})

/** `품목,수량` and `아몬드 "대",뷁,5` as Korean Excel saves CSV. 뷁 only exists in the CP949 extension. */
const cp949 = Buffer.from(
  'c7b0b8f12cbcf6b7ae0d0a22bec6b8f3b5e5202222b4eb2222222c94ee2c350d0a',
  'hex',
)

test.each([
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFF품목,수량\r\n"아몬드 ""대""",뷁,5\r\n')],
  ['UTF-8 without one', Buffer.from('품목,수량\n"아몬드 ""대""",뷁,5')],
  ['UTF-16', Buffer.from('\uFEFF품목\t수량\r\n"아몬드 ""대"""\t뷁\t5', 'utf16le')],
  ['EUC-KR with the syllables of CP949', cp949],
])('a CSV in %s is read', async (_encoding, bytes) => {
  const { rows } = await readSpreadsheet(bytes, csv)
  expect(rows).toEqual([
    { row: 1, cells: ['품목', '수량'] },
    { row: 2, cells: ['아몬드 "대"', '뷁', '5'] },
  ])
})

test('CSV cells preserve leading zeros, line breaks, inch marks and blank lines between rows', async () => {
  const bytes = Buffer.from('00123,"two\nlines",5" pipe\n\n,x,\n')
  const { rows } = await readSpreadsheet(bytes, csv)
  expect(rows).toEqual([
    { row: 1, cells: ['00123', 'two\nlines', '5" pipe'] },
    { row: 3, cells: [null, 'x'] },
  ])
})

test('a CSV value that Excel could have shortened is read as the number it is', async () => {
  const { rows } = await readSpreadsheet(Buffer.from('Month,Item\n2026.1,2026.10\n'), csv)
  expect(rows[1]?.cells).toEqual([2026.1, '2026.10'])
})

test('a CSV with an unclosed quote is rejected, not read as one long cell', async () => {
  const bytes = Buffer.from('a,b\n"open,1\nc,2\n')
  await expect(readSpreadsheet(bytes, csv)).rejects.toMatchObject({ code: 'broken' })
})

test('a CSV with a million columns is rejected', async () => {
  const bytes = Buffer.from('1,'.repeat(1_000_000))
  await expect(readSpreadsheet(bytes, csv)).rejects.toMatchObject({ code: 'too-many-columns' })
})

test('a file that takes too long is aborted, and the next one is read', async () => {
  const bytes = saveWorkbook([['품목']])
  const refused = readSpreadsheet(bytes, { ...xlsx, timeoutMs: 1 })
  await expect(refused).rejects.toMatchObject({ code: 'timeout' })
  expect((await readSpreadsheet(bytes, xlsx)).rows).toHaveLength(1)
})

test('concurrent uploads are all read, each with its own result', async () => {
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((number) => readSpreadsheet(Buffer.from(`no\n${number}`), csv)),
  )
  expect(answers.map((response) => response.rows[1]?.cells[0])).toEqual(['1', '2', '3', '4', '5'])
})

const orders = fileURLToPath(
  new URL('../../../../shared/data/orders-2010-12-01.xlsx', import.meta.url),
)

test.skipIf(!existsSync(orders))(
  'a real file of 3,108 order lines is read completely',
  async () => {
    const { rows, skippedEmptyRows } = await readSpreadsheet(readFileSync(orders), xlsx)
    expect(rows).toHaveLength(3_109)
    expect(skippedEmptyRows).toBe(0)
    const quantities = rows.slice(1).map((row) => row.cells[3])
    expect(quantities.every((quantity) => typeof quantity === 'number')).toBe(true)
  },
)
