import { inventoryByOwner } from '../operations/inventory.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryByOwnerScreen = inventoryReport('InventoryByOwner', inventoryByOwner)
