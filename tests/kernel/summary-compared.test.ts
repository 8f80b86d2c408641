import { expect, test } from 'vitest'
import { summaryOf } from '#kernel/summary-asked.ts'
import { monthlySummary } from '#areas/reports/operations/flows.ts'
import { receiptsByStock } from '#areas/reports/operations/receipts.ts'

const compared = (query: Parameters<typeof summaryOf>[0], by: string) =>
  summaryOf(query, { by: [{ column: by }], compare: { search: {} } }).output

test('a change in per cent is worked out anew of sums, where the changed figure adds up', () => {
  const { RECEIVE_QTY_PCT, RECEIPT_COUNT_PCT } = compared(receiptsByStock, 'OWNER_CD')
  expect(RECEIVE_QTY_PCT?.ratio).toEqual({
    of: 'RECEIVE_QTY_DIFF',
    to: 'RECEIVE_QTY_WAS',
    times: 100,
  })
  // A receipt can be in several groups, so counts cannot be added up.
  expect(RECEIPT_COUNT_PCT?.ratio).toBeUndefined()
})

test('a rate of before is one of the sums of before', () => {
  const { RECEIVE_RATE_WAS, RECEIVE_RATE_DIFF } = compared(receiptsByStock, 'OWNER_CD')
  expect(RECEIVE_RATE_WAS?.ratio).toMatchObject({ of: 'RECEIVE_QTY_WAS', to: 'ORDER_QTY_WAS' })
  expect([RECEIVE_RATE_DIFF?.ratio, RECEIVE_RATE_DIFF?.footer]).toEqual([undefined, undefined])
})

test('what stood there on some day has no sum over days, neither now nor before', () => {
  const { CLOSE_QTY_WAS, CLOSE_QTY_DIFF } = compared(monthlySummary, 'STOCK_DT')
  expect([CLOSE_QTY_WAS?.footer, CLOSE_QTY_DIFF?.footer]).toEqual([undefined, undefined])
})
