import { volumeByDay } from '../operations/flows.ts'
import { flowReport } from './flow-report.ts'

export const stockCBMByDayScreen = flowReport('StockCBMByDay', volumeByDay, 'today-6~today', {
  to: 'InventoryHistory',
  with: { BUSINESS_DT: 'STOCK_DT' },
})
