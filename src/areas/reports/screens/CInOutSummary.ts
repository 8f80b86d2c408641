import { summaryScreen } from '#kernel/summary-screen.ts'
import { ownMovements } from '#areas/inventory/operations/stock.ts'
import { ownInOutSummary } from '../operations/flows.ts'

export const cInOutSummaryScreen = summaryScreen('CInOutSummary', ownInOutSummary, {
  search: ['*STOCK_DT', 'OWNER_CD'],
  searchDefaults: { STOCK_DT: 'month-first~today' },
  searchAtOpen: true,
  drill: { rows: ownMovements, with: { BUSINESS_DT: 'STOCK_DT' } },
})
