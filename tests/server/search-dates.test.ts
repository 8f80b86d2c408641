import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

let site: TestSite
let admin: TestUser
const today = timestampAt(Date.now()).slice(0, 8)

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  const days = ['20260101', '20260105', '20261101', '20260131', today]
  for (const [index, day] of days.entries()) {
    await site.db.execute(sql`
      insert into receipt (receipt_no, wcode, owner_cd, receipt_dt, created_by)
      values (${`R-${day}-${index}`}, 'W01', 'GIFT', ${day}::date, 'admin')`)
    await site.db.execute(sql`
      insert into error_log (happened_at, path, error_code, detail)
      values ((${day}::date + interval '12 hours') at time zone 'Asia/Seoul', ${`T-${day}`},
        'INTERNAL', '')`)
  }
})
afterAll(() => site.close())

async function findKeys(path: string, column: string, search: Record<string, string>) {
  const { status, headers, body } = await admin.call(path, { SEARCH: search })
  return status === 200
    ? body.data
        .map((row) => String(row[column]).split('-')[1])
        .toSorted((a = '', b = '') => a.localeCompare(b))
    : [status, headers['x-error-code']]
}
const searchReceipts = (RECEIPT_DT: string) =>
  findKeys('/api/wms/inbound/receipts', 'RECEIPT_NO', { RECEIPT_DT })
const searchErrors = (HAPPENED_AT: string) =>
  findKeys('/api/wms/system/errors', 'PATH', { HAPPENED_AT, PATH: 'T-%' })

describe('a date sent to a query', () => {
  test.each([
    ['2026-1-1', ['20260101']],
    ['2026/1/1', ['20260101']],
    ['2026.1.1', ['20260101']],
    ['2026. 1. 1.', ['20260101']],
    ['2026年1月1日', ['20260101']],
    ['2026-01-01', ['20260101']],
    ['20260101', ['20260101']],
    ['2026-11-1', ['20261101']],
    ['=2026-1-5', ['20260105']],
    ['2026-1-1,2026-11-1', ['20260101', '20261101']],
    ['2026-1-1~2026-1-9', ['20260101', '20260105']],
    ['2026-1-2 ~ 2026-1-31', ['20260105', '20260131']],
    ['2026-1-2~2026-1', ['20260105', '20260131']],
    ['today', [today]],
    [`${addDays(today, -1).slice(0, 4)}-2-29`, [422, 'SEARCH_INVALID']],
    ['2026-1-1-1', [422, 'SEARCH_INVALID']],
    ['2026-1-31~2026-1-1', [422, 'MSG000022']],
  ])('a date sent as %s is read as written', async (typed, expected) => {
    expect(await searchReceipts(typed)).toEqual(expected)
  })
})

test.each([
  ['2026-1-1', ['20260101']],
  ['2026/1/1', ['20260101']],
  ['2026. 1. 1.', ['20260101']],
  ['20260101', ['20260101']],
  ['2026-1-1 11:30~2026-1-5 9:00', ['20260101']],
  ['>=2026-1-31 12:00', ['20260131', '20261101', today]],
])('a timestamp is searched by %s as written', async (typed, expected) => {
  expect(await searchErrors(typed)).toEqual([...expected].toSorted())
})

test('a report reads the same dates as a list', async () => {
  const responses = await Promise.all(
    ['2026-1-1~2026-1-5', '20260101~20260105'].map((BUSINESS_DT) =>
      admin.call('/api/wms/inventory/movements', { SEARCH: { BUSINESS_DT } }),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
})
