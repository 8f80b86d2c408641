import { label } from '#kernel/label.ts'
import { itemCount, stockSummary } from '../operations/stock-summary.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryByOwnerScreen = inventoryReport(
  'InventoryByOwner',
  stockSummary(
    'inventory-by-owner',
    label('화주별 재고', 'Inventory by owner'),
    ['OWNER_CD'],
    itemCount,
  ),
)
