import { summaryScreen } from '#kernel/summary-screen.ts'
import { monthlySummary } from '../operations/flows.ts'

export const monthlySummaryScreen = summaryScreen('MonthlySummary', monthlySummary, {
  search: ['*STOCK_DT', 'OWNER_CD'],
  searchDefaults: { STOCK_DT: 'year-first~today' },
  searchAtOpen: true,
  drill: { to: 'DailySummary' },
})
