import { expect, test } from 'vitest'
import { receiptLines, receipts } from '#areas/inbound/operations/receipts.ts'
import { shipments } from '#areas/outbound/operations/shipments.ts'
import { recordTableName } from '#ui/page/rows/row-table.ts'

test('a row belongs to the table whose complete key it has', () => {
  expect(recordTableName(receipts.output)).toBe('receipt')
  expect(recordTableName(shipments.output)).toBe('shipment')
})

test('a row without the key of an actionable table belongs to no table', () => {
  const { REMARK } = receiptLines.output
  expect(recordTableName({ REMARK: REMARK ?? never() })).toBeUndefined()
})

function never(): never {
  throw new Error('no such field')
}
