import { summaryScreen } from '#kernel/summary-screen.ts'
import { stockMovementSummary } from '../operations/flows.ts'

export const stockMovementReportScreen = summaryScreen(
  'StockMovementReport',
  stockMovementSummary,
  {
    search: ['*STOCK_DT', 'OWNER_CD', 'STOCK_CD', 'STOCK_NM', 'GROUP_CD'],
    searchDefaults: { STOCK_DT: 'month-first~today' },
    searchAtOpen: true,
    drill: { to: 'StockReportByDay' },
  },
)
