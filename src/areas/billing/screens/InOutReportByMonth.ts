import { inOutByMonth } from '../operations/flows.ts'
import { flowReport } from './flow-report.ts'

export const inOutReportByMonthScreen = flowReport(
  'InOutReportByMonth',
  inOutByMonth,
  'year-first~today',
  { to: 'InOutReportByDay' },
  ['OWNER_CD'],
)
