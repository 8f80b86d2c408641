import { roomByMonth } from '../operations/flows.ts'
import { flowReport } from './flow-report.ts'

export const stockCBMByMonthScreen = flowReport(
  'StockCBMByMonth',
  roomByMonth,
  'month-first~today',
  { to: 'StockCBMByDay' },
)
