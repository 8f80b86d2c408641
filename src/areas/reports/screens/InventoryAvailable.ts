import { inventoryAvailable } from '../operations/inventory.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryAvailableScreen = inventoryReport('InventoryAvailable', inventoryAvailable, {
  search: ['BLOCKED_QTY'],
  searchDefaults: { BLOCKED_QTY: '>0' },
})
