import { inventoryHoldReport } from '../operations/more-stock.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryHoldReportScreen = inventoryReport(
  'InventoryHoldReport',
  inventoryHoldReport,
  {
    search: ['HOLD_KIND_CD', 'HOLD_WHY', 'HELD_SINCE_DT'],
  },
)
