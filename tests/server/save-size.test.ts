import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => site.close())

test('one save accepts at most 50,000 rows', async () => {
  const rows = (count: number): WireRow[] =>
    Array.from({ length: count }, (_, n) => ({
      OWNER_CD: 'GIFT',
      STOCK_CD: `BULK${n}`,
      STOCK_NM: 'x',
    }))
  expect((await user.save('master/upload-stock', [])).status).toBe(422)
  const tooMany = await user.save('master/upload-stock', rows(50_001))
  expect([tooMany.status, tooMany.body.message]).toEqual([
    422,
    expect.stringContaining(formatCount(50_001)),
  ])
  const largest = await user.check('master/upload-stock', rows(50_000))
  expect([largest.status, largest.body.message]).toEqual([
    200,
    expect.stringContaining(formatCount(50_000)),
  ])
})
