import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesInOrder } from '#areas/code-lists.ts'
import { getDateLength } from '#kernel/date-box.ts'
import type { Field, Fields } from '#kernel/field.ts'
import type { Operation } from '#kernel/operation.ts'
import { handlers } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { validSaveValues } from '#tests/support/save-values.ts'
import { rotatingSample } from '#tests/support/suite.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

const deep = JSON.parse('['.repeat(60) + ']'.repeat(60)) as unknown
const wrongTypes = [true, [], ['A'], {}, { A: 1 }, deep]
const noDates = ['2026-02-30', '20260230', '99999999', '2026-1-1T', 20_261_399]
const noNumbers = ['NaN', 'Infinity', '1e5', '9'.repeat(40), 1e300, 'x']

function listOddValues(field: Field): readonly unknown[] {
  if (getDateLength(field) !== undefined) return [...wrongTypes, ...noDates]
  return field.kind === 'number' ? [...wrongTypes, ...noNumbers] : wrongTypes
}

/** Numbers of other documents, or of no document. */
const otherNumbers = ['SH-1', '-1', '1.5', '9'.repeat(19), '①', 'B', 'B1.5']

/** Columns of an operation, and the call that sends them. */
function getCall(operation: Operation): [Fields, string, (row: object) => object] {
  const { name } = operation
  if (operation.type === 'query')
    return [operation.search, `/api/wms/${name}`, (SEARCH) => ({ SEARCH })]
  if (operation.type === 'print')
    return [operation.input, `/api/print/${name}`, (row) => ({ ROWS: [row] })]
  const save = '/api/wms/comm/wmsCommon/saveProcedure'
  const fields = { ...operation.input, ...operation.lines }
  const body = (row: object) => ({
    PROCEDURE: name,
    DRY_RUN: 'Y',
    ROWS: [{ NO: 1, ROW_TYPE: 'H', DOC_REF: 'new-1', BATCH_FLAG: 'I', ...row }],
  })
  return [fields, save, body]
}

const getRow = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(validSaveValues).filter(([name]) => Object.hasOwn(fields, name)),
  )

/** Rows with all required columns, one for each code of the first required code list. */
function completeRows(fields: Fields): object[] {
  const required = Object.entries(fields).filter(([, field]) => field.required)
  const row = Object.fromEntries(
    required.map(([name, { kind, codes = '' }]) => {
      const code = codesInOrder(codes)[0]?.[0] ?? 'X'
      return [name, kind === 'number' ? 1 : kind === 'date' ? '20261120' : code]
    }),
  )
  const [name, coded] = required.find(([, { codes }]) => codes !== undefined) ?? []
  if (name === undefined) return [row]
  return codesInOrder(coded?.codes ?? '').map(([code]) => ({ ...row, [name]: code }))
}

const isClientError = (status: number) => status >= 400 && status < 500

test.each(
  rotatingSample('odd values', handlers, 20).map(
    ({ operation }) => [operation.name, operation] as const,
  ),
)('%s rejects odd values with a message', async (_, operation) => {
  const [fields, path, body] = getCall(operation)
  const right = operation.type === 'query' ? {} : getRow(fields)
  const wrong = []
  for (const [name, field] of Object.entries(fields)) {
    for (const value of listOddValues(field)) {
      const response = await admin.call(path, body({ ...right, [name]: value }))
      const message = response.body.message || response.body.rows?.[0]?.POERROR
      if (!isClientError(response.status) || !message) wrong.push([name, value, response.status])
    }
    if (field.kind === 'number' || !/_(?:NO|ID|KEY|SN)S?$/.test(name)) continue
    for (const value of otherNumbers) {
      for (const row of completeRows(fields)) {
        const { status } = await admin.call(path, body({ ...row, ...right, [name]: value }))
        if (status >= 500) wrong.push([name, value, status])
      }
    }
  }
  expect(wrong).toEqual([])
  const poisoned = JSON.stringify(body({ POISON: 1 })).replace('"POISON"', '"__proto__"')
  const answer = await admin.call(path, Buffer.from(poisoned), {
    'content-type': 'application/json',
  })
  expect([isClientError(answer.status), answer.body.message]).toEqual([true, expect.any(String)])
})
