import { expect, test } from 'vitest'
import { docRequests } from '#areas/billing/operations/doc-periods.ts'
import { invoices } from '#areas/billing/operations/invoices.ts'
import { receiptLines, receipts } from '#areas/inbound/operations/receipts.ts'
import { shipments } from '#areas/outbound/operations/shipments.ts'
// Tables are registered when their screens are loaded.
import '#tests/support/all-screens.ts'
import { recordTableName } from '#ui/page/rows/row-table.ts'

test('a row belongs to the table whose complete key it has', () => {
  expect(recordTableName(receipts.output)).toBe('receipt')
  expect(recordTableName(shipments.output)).toBe('shipment')
})

test('a row belongs to the table that defines its key, not to one with a longer key', () => {
  expect(recordTableName(receiptLines.output)).toBe('receipt')
  expect(recordTableName(invoices.output)).toBe('invoice')
  expect(recordTableName(docRequests.output)).toBe('doc_request')
})

test('a row without the key of an actionable table belongs to no table', () => {
  const { REMARK } = receiptLines.output
  expect(recordTableName({ REMARK: REMARK ?? throwError() })).toBeUndefined()
})

function throwError(): never {
  throw new Error('no such field')
}
