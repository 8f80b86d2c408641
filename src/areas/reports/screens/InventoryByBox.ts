import { inventoryByBox } from '../operations/inventory.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryByBoxScreen = inventoryReport('InventoryByBox', inventoryByBox, {
  search: ['BOX_NO'],
})
