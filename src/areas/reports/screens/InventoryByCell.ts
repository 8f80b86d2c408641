import { inventoryByCell } from '../operations/inventory.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryByCellScreen = inventoryReport('InventoryByCell', inventoryByCell)
