import { label } from '#kernel/label.ts'
import { itemCount, stockSummary } from '../operations/stock-summary.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventorySummaryScreen = inventoryReport(
  'InventorySummary',
  stockSummary(
    'inventory-summary',
    label('재고 요약', 'Inventory summary'),
    ['OWNER_CD', 'CONDITION_CD', 'BONDED_CD'],
    itemCount,
  ),
)
