import { expect, test } from 'vitest'
import { receiptLines, receipts } from '#areas/inbound/operations/receipts.ts'
import { shipments } from '#areas/outbound/operations/shipments.ts'
import { tableOf } from '#ui/page/rows/row-table.ts'

test('rows are known by the table whose whole key they carry, so that its commands are offered', () => {
  expect(tableOf(receipts.output)).toBe('receipt')
  expect(tableOf(shipments.output)).toBe('shipment')
})

test('a row that carries no key of a table that can be acted on is of none', () => {
  const { REMARK } = receiptLines.output
  expect(tableOf({ REMARK: REMARK ?? never() })).toBeUndefined()
})

function never(): never {
  throw new Error('no such field')
}
