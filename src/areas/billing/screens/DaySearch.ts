import { figureByDay } from '../operations/flows.ts'
import { figureReport } from './flow-report.ts'

/** Owners stand by their codes: their names would take the room of two days. */
export const daySearchScreen = figureReport(
  'DaySearch',
  figureByDay,
  'month-first~today',
  { to: 'StockReportByDay' },
  ['OWNER_NM'],
)
