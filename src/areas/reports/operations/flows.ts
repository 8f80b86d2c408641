import { label } from '#kernel/label.ts'
import { defineSummary } from '#kernel/summary.ts'
import {
  closingMeasures,
  documentMeasures,
  flowMeasures,
  itemFlows,
  lineMeasures,
  ownerFlows,
} from '#areas/inventory/operations/flows.ts'

const wholeNumber = {
  measures: {
    ...flowMeasures,
    ...documentMeasures,
    ...lineMeasures,
    CBM: closingMeasures.CBM,
  },
  offers: ['STOCK_DT', 'OWNER_CD'],
} as const

export const stockMovementSummary = defineSummary(itemFlows, {
  name: 'reports/stock-movements',
  title: label('재고수불 현황', 'Stock movements'),
  by: ['OWNER_CD', 'STOCK_CD'],
  measures: { ...flowMeasures, ...lineMeasures },
  offers: ['STOCK_DT', 'OWNER_CD', 'STOCK_CD', 'GROUP_CD', 'UNIT_CD'],
})

export const dailySummary = defineSummary(ownerFlows, {
  ...wholeNumber,
  name: 'reports/daily-summary',
  title: label('일별 입출고 요약', 'Daily summary'),
  by: [{ column: 'STOCK_DT', period: 'day' }],
})

export const monthlySummary = defineSummary(ownerFlows, {
  ...wholeNumber,
  name: 'reports/monthly-summary',
  title: label('월별 입출고 요약', 'Monthly summary'),
  by: [{ column: 'STOCK_DT', period: 'month' }],
})

/** Covers only the owner's own stock. The source exposes neither cells nor staff. */
export const ownInOutSummary = defineSummary(ownerFlows, {
  ...wholeNumber,
  name: 'reports/own-in-out',
  title: label('고객 입출고 요약', 'Customer inbound and outbound summary'),
  by: ['STOCK_DT', 'OWNER_CD'],
})
