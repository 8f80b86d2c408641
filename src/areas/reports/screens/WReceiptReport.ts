import { receiptChart } from '../operations/charts.ts'
import { chartScreen } from './chart-screen.ts'

export const wReceiptReportScreen = chartScreen('WReceiptReport', receiptChart, {
  search: ['RECEIPT_DT', 'OWNER_CD', 'SUPPLIER_CD', 'STOCK_CD'],
  searchDefaults: { RECEIPT_DT: 'month-first~month-last' },
  drill: { to: 'WReceiptReportByStock' },
  chart: {
    kind: 'plan',
    x: 'RECEIPT_DT_DAY',
    y: 'RECEIVE_QTY',
    against: 'ORDER_QTY',
    warnBelow: 88,
    facts: ['OPEN_QTY', 'REJECT_QTY'],
  },
})
