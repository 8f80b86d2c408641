import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { rowReader, type SheetRow } from '#kernel/sheet-mapping.ts'
import { stocks } from '#areas/master/operations/masters.ts'
import { makeFormattedXls, makeFormattedXlsx } from '#tests/files/make-files.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => site.close())

type Row = Record<string, Value>

const save = (...rows: readonly Row[]) =>
  user.save(
    'master/save-stock',
    rows.map((row) => ({ BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', STOCK_NM: 'x', ...row })),
  )
const find = (search: Row) => user.query('master/stock', { OWNER_CD: 'HANBIT', ...search })

describe.each(['\u00A0', '\u2009', '\u202F', '\u3000', '\u3164'])(
  'a blank saved as %j',
  (blank) => {
    const nameWithBlank = (at: number) => `S${blank.codePointAt(0)} ${at}`

    test('becomes an ordinary space in codes, names and remarks', async () => {
      const spelled = nameWithBlank(1).replace(' ', blank)
      const response = await save({
        STOCK_CD: spelled,
        STOCK_NM: spelled,
        REMARK: ` ${spelled}${blank}`,
      })
      expect(response.status, JSON.stringify(response.body)).toBe(200)
      const [row] = await find({ STOCK_CD: nameWithBlank(1) })
      expect(row).toMatchObject({
        STOCK_CD: nameWithBlank(1),
        STOCK_NM: nameWithBlank(1),
        REMARK: nameWithBlank(1),
      })
    })

    test('a name with a special blank can be searched with either blank', async () => {
      for (const spelled of [nameWithBlank(1), nameWithBlank(1).replace(' ', blank)]) {
        expect(await find({ STOCK_CD: spelled })).toHaveLength(1)
        expect(await find({ STOCK_NM: spelled })).toHaveLength(1)
      }
    })

    test('does not create a second item that looks like the first', async () => {
      const response = await save({ STOCK_CD: nameWithBlank(1).replace(' ', blank) })
      expect(response.status).toBe(422)
      expect(rowErrors(response)).toHaveLength(1)
    })
  },
)

test.each(['\u200B', '\u2060', '\uFEFF', '\u00AD', '\u200D', '\u200F'])(
  'the invisible character %j does not create a second item',
  async (mark) => {
    const code = `Z${mark.codePointAt(0)}`
    expect((await save({ STOCK_CD: `${mark}Z${mark}${code.slice(1)}` })).status).toBe(200)
    expect(await find({ STOCK_CD: code })).toHaveLength(1)
    expect((await save({ STOCK_CD: code })).status).toBe(422)
  },
)

test.each([
  ['BARCODE', '8.80123E+12'],
  ['BARCODE', '8.8e12'],
  ['STOCK_CD', '1.0E7'],
  ['STOCK_NM', '#N/A'],
  ['REMARK', '#REF!'],
])('%s %s is refused at its field', async (column, value) => {
  const response = await save({ STOCK_CD: 'BAD', [column]: value })
  expect(response.status).toBe(422)
  expect(rowErrors(response).map(([, field]) => field)).toEqual([column])
})

async function upload(bytes: Buffer, fileName: string) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), fileName)
  const packed = new Response(form)
  const response = await user.call(
    '/api/file/readSpreadsheet',
    Buffer.from(await packed.arrayBuffer()),
    {
      'content-type': packed.headers.get('content-type') ?? '',
    },
  )
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  const body: { data: { FILE_NM: string; rows: SheetRow[] } } = JSON.parse(
    response.bytes.toString(),
  )
  return body.data
}

test.each([
  ['a.xlsx', makeFormattedXlsx(123, '00000'), '00123'],
  ['a.xls', makeFormattedXls(456, '00000'), '00456'],
  ['a.csv', Buffer.from('="00789",1'), '00789'],
  ['b.xlsx', makeFormattedXlsx(7, '"LOT-"0000'), 'LOT-0007'],
])('a code in %s is uploaded, saved and found as Excel shows it', async (fileName, bytes, code) => {
  const [sheetRow] = (await upload(bytes, fileName)).rows
  const read = rowReader(
    stocks.save.input,
    { STOCK_CD: 'A' },
    { OWNER_CD: 'HANBIT', STOCK_NM: 'x' },
  )
  const { row, errors } = read(sheetRow ?? { row: 1, cells: [] })
  expect(errors).toEqual([])
  expect((await save({ STOCK_CD: row['STOCK_CD'] ?? null })).status).toBe(200)
  expect(await find({ STOCK_CD: code })).toHaveLength(1)
})

test('a decomposed file name from macOS is stored composed', async () => {
  const name = '\uD55C.csv'
  expect((await upload(Buffer.from('a,b'), name.normalize('NFD'))).FILE_NM).toBe(name)
  const row = { NO: 1, OWNER_CD: 'HANBIT', STOCK_CD: 'NFC', STOCK_NM: 'x' }
  const response = await user.call(
    '/api/wms/comm/wmsCommon/saveProcedure',
    { PROCEDURE: 'master/save-stock', ROWS: [row], IMPORT: { FILE_NM: name.normalize('NFD') } },
    { 'idempotency-key': randomUUID() },
  )
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  const [batch] = await site.db.query(sql`select file_nm from import_batch`)
  expect(batch).toEqual({ file_nm: name })
})
