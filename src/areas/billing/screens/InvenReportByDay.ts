import { stockByDay } from '../operations/flows.ts'
import { flowReport } from './flow-report.ts'

export const invenReportByDayScreen = flowReport('InvenReportByDay', stockByDay, 'today', {
  to: 'InventoryHistory',
  with: { BUSINESS_DT: 'STOCK_DT' },
})
