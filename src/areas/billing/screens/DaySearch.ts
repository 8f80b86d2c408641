import { figureByDay } from '../operations/flows.ts'
import { figureReport } from './flow-report.ts'

/** Shows owner codes only, because names would take the width of two date columns. */
export const daySearchScreen = figureReport(
  'DaySearch',
  figureByDay,
  'month-first~today',
  { to: 'StockReportByDay' },
  ['OWNER_NM'],
)
