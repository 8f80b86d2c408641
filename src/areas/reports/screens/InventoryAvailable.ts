import { label } from '#kernel/label.ts'
import { sumColumns } from '#kernel/summary.ts'
import { blockedFields } from '#areas/inventory/operations/report-fields.ts'
import { stockBalances } from '#areas/inventory/operations/stock.ts'
import { stockSummary } from '../operations/stock-summary.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryAvailableScreen = inventoryReport(
  'InventoryAvailable',
  stockSummary(
    'inventory-available',
    label('가용재고', 'Available inventory'),
    ['OWNER_CD', 'STOCK_CD'],
    sumColumns(stockBalances.output, ['QTY', 'AVAILABLE_QTY', ...Object.keys(blockedFields)]),
  ),
  {
    search: ['BLOCKED_QTY'],
    searchDefaults: { BLOCKED_QTY: '>0' },
  },
)
