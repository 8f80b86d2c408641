import { label } from '#kernel/label.ts'
import { stockSummary } from '../operations/stock-summary.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryByCellScreen = inventoryReport(
  'InventoryByCell',
  stockSummary('inventory-by-cell', label('셀별 재고', 'Inventory by cell'), [
    'ZONE_CD',
    'CELL_CD',
    'OWNER_CD',
    'STOCK_CD',
  ]),
)
