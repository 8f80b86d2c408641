import { label } from '#kernel/label.ts'
import { itemCount, stockSummary } from '../operations/stock-summary.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryByPalletScreen = inventoryReport(
  'InventoryByPallet',
  stockSummary(
    'inventory-by-pallet',
    label('파렛트별 재고', 'Inventory by pallet'),
    ['PALLET_NO'],
    itemCount,
  ),
  {
    search: ['PALLET_NO'],
  },
)
