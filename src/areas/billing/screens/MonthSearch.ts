import { figureByMonth } from '../operations/flows.ts'
import { figureReport } from './flow-report.ts'

export const monthSearchScreen = figureReport('MonthSearch', figureByMonth, 'year-first~today', {
  to: 'StockReportByMonth',
})
