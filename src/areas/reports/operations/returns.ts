import { label } from '#kernel/label.ts'
import { defineSummary } from '#kernel/summary.ts'
import { returnWork } from '#areas/returns/operations/return-work.ts'
import { percent } from './figures.ts'

/** Returned pieces by item and reason, with their grades. */
export const returnReport = defineSummary(returnWork, {
  name: 'reports/returns',
  title: label('반품현황', 'Returns'),
  by: ['OWNER_CD', 'STOCK_CD', 'REASON_CD'],
  sums: [
    'ORDER_QTY',
    'RECEIVE_QTY',
    'GRADED_QTY',
    'A_QTY',
    'B_QTY',
    'C_QTY',
    'X_QTY',
    'WAIT_QTY',
    'PLACED_QTY',
  ],
  measures: { GOOD_RATE: percent('양품률 %', 'Good %', 'A_QTY', 'GRADED_QTY') },
  offers: [
    'OWNER_CD',
    'STOCK_CD',
    'REASON_CD',
    'RETURN_KIND_CD',
    'RECEIPT_NO',
    'RECEIPT_DT',
    'STATE_CD',
    'UNIT_CD',
  ],
})
