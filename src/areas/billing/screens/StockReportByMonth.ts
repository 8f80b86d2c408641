import { itemLedgerByMonth } from '../operations/flows.ts'
import { flowReport } from './flow-report.ts'

export const stockReportByMonthScreen = flowReport(
  'StockReportByMonth',
  itemLedgerByMonth,
  'month-first~today',
  { to: 'StockReportByDay' },
)
