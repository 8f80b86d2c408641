import { figureByDay } from '../operations/flows.ts'
import { figureReport } from './flow-report.ts'

export const daySearchScreen = figureReport('DaySearch', figureByDay, 'month-first~today', {
  to: 'StockReportByDay',
})
