import { summaryScreen } from '#kernel/summary-screen.ts'
import { ownInOutSummary } from '../operations/flows.ts'

export const cInOutSummaryScreen = summaryScreen('CInOutSummary', ownInOutSummary, {
  search: ['*STOCK_DT', 'OWNER_CD'],
  searchDefaults: { STOCK_DT: 'month-first~today' },
  searchAtOpen: true,
})
