import { heldStock } from '#areas/inventory/operations/stock.ts'
import { inventoryHoldReport } from '../operations/storage-reports.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryHoldReportScreen = inventoryReport(
  'InventoryHoldReport',
  inventoryHoldReport,
  {
    search: ['HOLD_KIND_CD', 'HOLD_WHY', 'HELD_SINCE_DT'],
    drill: {
      rows: heldStock,
      next: {
        to: 'InventoryHistory',
        with: { OWNER_CD: 'OWNER_CD', STOCK_CD: 'STOCK_CD', LOT_NO: 'LOT_NO' },
      },
    },
  },
)
