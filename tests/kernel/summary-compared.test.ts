import { expect, test } from 'vitest'
import { summariseQuery } from '#kernel/summarise-query.ts'
import { monthlySummary } from '#areas/reports/operations/flows.ts'
import { receiptsByStock } from '#areas/reports/operations/receipts.ts'

const summariseCompared = (query: Parameters<typeof summariseQuery>[0], by: string) =>
  summariseQuery(query, { by: [{ column: by }], compare: { search: {} } }).output

test('a percentage change is recalculated from sums if the changed figure adds up', () => {
  const { RECEIVE_QTY_PCT, RECEIPT_COUNT_PCT } = summariseCompared(receiptsByStock, 'OWNER_CD')
  expect(RECEIVE_QTY_PCT?.ratio).toEqual({
    of: 'RECEIVE_QTY_DIFF',
    to: 'RECEIVE_QTY_WAS',
    times: 100,
  })
  // A receipt can be in several groups, so counts cannot be added up.
  expect(RECEIPT_COUNT_PCT?.ratio).toBeUndefined()
})

test('a previous rate is the ratio of the previous sums', () => {
  const { RECEIVE_RATE_WAS, RECEIVE_RATE_DIFF } = summariseCompared(receiptsByStock, 'OWNER_CD')
  expect(RECEIVE_RATE_WAS?.ratio).toMatchObject({ of: 'RECEIVE_QTY_WAS', to: 'ORDER_QTY_WAS' })
  expect([RECEIVE_RATE_DIFF?.ratio, RECEIVE_RATE_DIFF?.footer]).toEqual([undefined, undefined])
})

const summarisePivoted = (
  query: Parameters<typeof summariseQuery>[0],
  by: string,
  measure: string,
) => {
  const across = { key: { column: 'OWNER_CD' }, values: ['A', 'B'], measures: [measure] }
  const { output } = summariseQuery(query, { by: [{ column: by }], across })
  return [output[`${measure}__1`], output[`${measure}__2`]]
}

test.each([
  ['a sum', receiptsByStock, 'STOCK_CD', 'RECEIVE_QTY', 'SUM'],
  ['a rate', receiptsByStock, 'STOCK_CD', 'RECEIVE_RATE', undefined],
  // A receipt can be in several rows.
  ['a count of documents', receiptsByStock, 'STOCK_CD', 'RECEIPT_COUNT', undefined],
  ['a closing quantity over dates', monthlySummary, 'STOCK_DT', 'CLOSE_QTY', undefined],
] as const)('the pivot columns of %s have the right total', (_name, query, by, measure, footer) => {
  const columns = summarisePivoted(query, by, measure)
  expect(columns.map((column) => column?.footer)).toEqual([footer, footer])
  expect(columns.map((column) => column?.ratio)).toEqual([undefined, undefined])
})

test('the previous closing quantity and its difference have no total over dates', () => {
  const { CLOSE_QTY_WAS, CLOSE_QTY_DIFF } = summariseCompared(monthlySummary, 'STOCK_DT')
  expect([CLOSE_QTY_WAS?.footer, CLOSE_QTY_DIFF?.footer]).toEqual([undefined, undefined])
})
