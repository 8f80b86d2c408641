import { inventoryByValidDate } from '../operations/inventory.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryByValidDateScreen = inventoryReport(
  'InventoryByValidDate',
  inventoryByValidDate,
  {
    search: ['DAYS_LEFT', 'EXPIRY_CD'],
    searchDefaults: { DAYS_LEFT: '<=90' },
  },
)
