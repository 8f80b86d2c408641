import { inventorySummary } from '../operations/inventory.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventorySummaryScreen = inventoryReport('InventorySummary', inventorySummary)
