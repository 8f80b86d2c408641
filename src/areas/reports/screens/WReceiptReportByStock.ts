import { receiptStockChart } from '../operations/charts.ts'
import { chartScreen } from './chart-screen.ts'

export const wReceiptReportByStockScreen = chartScreen('WReceiptReportByStock', receiptStockChart, {
  search: ['RECEIPT_DT', 'OWNER_CD', 'SUPPLIER_CD', 'STOCK_CD', 'STOCK_NM'],
  searchDefaults: { RECEIPT_DT: 'month-first~month-last' },
  drill: { to: 'InventoryHistory', with: { STOCK_CD: 'STOCK_CD' } },
  chart: {
    kind: 'pareto',
    x: ['STOCK_NM', 'OWNER_CD', 'STOCK_CD'],
    y: 'RECEIVE_QTY',
    facts: ['ORDER_QTY', 'OPEN_QTY', 'REJECT_QTY'],
  },
})
