import { inventoryAging } from '../operations/inventory.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryAgingScreen = inventoryReport('InventoryAging', inventoryAging, {
  search: ['AGE_DAYS', 'AGE_CD'],
  searchDefaults: { AGE_DAYS: '>90' },
})
