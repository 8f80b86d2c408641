import { summaryScreen } from '#kernel/summary-screen.ts'
import { dailySummary } from '../operations/flows.ts'

export const dailySummaryScreen = summaryScreen('DailySummary', dailySummary, {
  search: ['*STOCK_DT', 'OWNER_CD'],
  searchDefaults: { STOCK_DT: 'month-first~today' },
  searchAtOpen: true,
  drill: { to: 'StockMovementReport' },
})
