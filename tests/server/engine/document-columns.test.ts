import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DocumentTables } from '#kernel/document.ts'
import { code } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { columnName, type Table } from '#kernel/table.ts'
import { receiptMessageFields } from '#areas/inbound/operations/partner.ts'
import { receiptDocument } from '#areas/inbound/tables/receipt.ts'
import { shipmentDocument } from '#areas/outbound/tables/shipment.ts'
import type { Database } from '#server/db/database.ts'
import { defineDocumentSheet } from '#server/engine/document-upload.ts'
import { testDatabase } from '#tests/support/database.ts'
import { testLabel } from '#tests/support/labels.ts'

let db: Database

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

/** Set by the engine or a trigger, regardless of input. */
const byEngine = new Set(['wcode', 'owner_cd', 'line_no', 'limit_qty'])

async function findUnfilled(
  document: DocumentTables,
  table: Table,
  typed: readonly string[],
): Promise<string[]> {
  const required = await db.query<{ name: string }>(sql`
    select column_name::text name from information_schema.columns
    where table_schema = 'public' and table_name = ${table.name} and is_nullable = 'NO'
      and column_default is null and is_generated = 'NEVER'`)
  return required.flatMap(({ name }) => {
    if (byEngine.has(name) || name === columnName(document.number)) return []
    const column = name.toUpperCase()
    const field = table.fields[column]
    if (!typed.includes(column)) {
      return [
        `${table.name}.${name}: is never filled; add ${column} to the columns of its document`,
      ]
    }
    if (field?.required || (field?.default ?? null) !== null) return []
    return [`${table.name}.${name}: may be empty; make the field required or give it a default`]
  })
}

test.each([
  ['a receipt', receiptDocument],
  ['a shipment', shipmentDocument],
])('every column required by %s is filled', async (_, document) => {
  const { header, lines, headerColumns, lineColumns } = document
  expect([
    ...(await findUnfilled(document, header, headerColumns)),
    ...(await findUnfilled(document, lines, lineColumns)),
  ]).toEqual([])
})

test('a required column missing from a sheet or message is named', () => {
  const PRIORITY_CD = code(testLabel('Priority'), { required: true })
  const header = {
    ...receiptDocument.header,
    fields: { ...receiptDocument.header.fields, PRIORITY_CD },
  }
  const kind = {
    ...receiptDocument,
    header,
    headerColumns: [...receiptDocument.headerColumns, 'PRIORITY_CD'],
    rule: 'RECEIPT',
    fixedValues: {},
    openStates: [],
    findErrors: () => Promise.resolve([]),
  }
  const sheet = { by: [], headerColumns: [], differenceMessage: label('', ''), header: {} }
  expect(() => defineDocumentSheet(kind, { ...sheet, from: { receiptMessageFields } })).toThrow(
    'receiptMessageFields: receipt requires PRIORITY_CD; add it there or give it a default',
  )
  const from = { receiptMessageFields: { ...receiptMessageFields, PRIORITY_CD } }
  expect(() => defineDocumentSheet(kind, { ...sheet, from })).not.toThrow()
})
