import { inOutByDay } from '../operations/flows.ts'
import { flowReport } from './flow-report.ts'

export const inOutReportByDayScreen = flowReport(
  'InOutReportByDay',
  inOutByDay,
  'month-first~today',
  { to: 'StockReportByDay' },
  ['OWNER_CD'],
)
