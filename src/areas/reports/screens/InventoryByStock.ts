import { inventoryByStock } from '../operations/stock-summary.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryByStockScreen = inventoryReport('InventoryByStock', inventoryByStock)
