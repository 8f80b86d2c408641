import { label } from '#kernel/label.ts'
import { itemCount, stockSummary } from '../operations/stock-summary.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryByBoxScreen = inventoryReport(
  'InventoryByBox',
  stockSummary('inventory-by-box', label('박스별 재고', 'Inventory by box'), ['BOX_NO'], itemCount),
  {
    search: ['BOX_NO'],
  },
)
