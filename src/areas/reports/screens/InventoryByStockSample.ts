import { inventoryByStock } from '../operations/stock-summary.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryByStockSampleScreen = inventoryReport(
  'InventoryByStockSample',
  inventoryByStock,
  {
    drill: { to: 'InventoryByLotSample' },
    fixed: { CONDITION_CD: 'SAMPLE' },
  },
)
