import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { testDay, toRows } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => site.close())

test('a document is saved again with the versions from its save response, without reading it', async () => {
  const rows = toRows({ RECEIPT_DT: testDay }, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 3 }])
  const first = await user.save('inbound/save-receipts', rows)
  const number = String(first.body.data.rows[0]?.['RECEIPT_NO'])
  const changedRows = (answered: readonly Record<string, Value>[], ORDER_QTY: number) =>
    rows.map((row, index) => ({
      ...row,
      BATCH_FLAG: 'U',
      DOC_REF: number,
      LINE_NO: first.body.data.rows[index]?.['LINE_NO'] ?? null,
      VERSION: answered[index]?.['VERSION'] ?? null,
      ...(index === 1 && { ORDER_QTY }),
    }))
  const second = await user.save('inbound/save-receipts', changedRows(first.body.data.rows, 4))
  expect(second.status).toBe(200)
  const third = await user.save('inbound/save-receipts', changedRows(second.body.data.rows, 5))
  expect(third.status).toBe(200)
  expect(third.body.data.rows.map((row) => row['VERSION'])).toEqual([3, 3])
  const [line] = await user.query('inbound/receipt-lines', { RECEIPT_NO: number })
  expect(line).toMatchObject({ ORDER_QTY: 5, VERSION: 3 })
  const stale = await user.save('inbound/save-receipts', changedRows(second.body.data.rows, 6))
  expect(stale.status).toBe(409)
})
