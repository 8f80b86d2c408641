import { itemLedgerByDay } from '../operations/flows.ts'
import { flowReport } from './flow-report.ts'

export const stockReportByDayScreen = flowReport(
  'StockReportByDay',
  itemLedgerByDay,
  'today-6~today',
  { to: 'InventoryHistory', with: { BUSINESS_DT: 'STOCK_DT' } },
)
