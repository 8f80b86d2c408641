import { label } from '#kernel/label.ts'
import { itemCount, stockSummary } from '../operations/stock-summary.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryByZoneScreen = inventoryReport(
  'InventoryByZone',
  stockSummary(
    'inventory-by-zone',
    label('존별 재고', 'Inventory by zone'),
    ['ZONE_CD'],
    itemCount,
  ),
  {
    chart: { kind: 'bars', x: 'ZONE_CD', y: 'CBM' },
  },
)
