import { volumeByMonth } from '../operations/flows.ts'
import { flowReport } from './flow-report.ts'

export const stockCBMByMonthScreen = flowReport(
  'StockCBMByMonth',
  volumeByMonth,
  'month-first~today',
  { to: 'StockCBMByDay' },
)
