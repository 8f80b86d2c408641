import { label } from '#kernel/label.ts'
import { itemCount, stockSummary } from '../operations/stock-summary.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryBySupplierScreen = inventoryReport(
  'InventoryBySupplier',
  stockSummary(
    'inventory-by-supplier',
    label('공급처별 재고', 'Inventory by supplier'),
    ['OWNER_CD', 'SUPPLIER_CD'],
    itemCount,
  ),
  { search: ['SUPPLIER_CD'] },
)
