import { inventoryByStock } from '../operations/inventory.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryByStockScreen = inventoryReport('InventoryByStock', inventoryByStock)
