import { label, type Label } from '#kernel/label.ts'
import {
  defineSummary,
  distinct,
  type GroupedBy,
  type Measures,
  type Summary,
} from '#kernel/summary.ts'
import { stockBalances } from '#areas/inventory/operations/stock.ts'
import { cellCount, stockCount } from '#areas/inventory/operations/work-fields.ts'
import { lotCount, stockTotals } from './stock-totals.ts'

const counts = {
  LOT_COUNT: distinct(lotCount, 'LOT_ID'),
  CELL_COUNT: distinct(cellCount, 'CELL_CD'),
}

export const itemCount = { STOCK_COUNT: distinct(stockCount, 'OWNER_CD', 'STOCK_CD') }

export function stockSummary(
  name: string,
  title: Label,
  by: GroupedBy<typeof stockBalances>,
  leads: Measures = {},
): Summary {
  return defineSummary(stockBalances, {
    ...stockTotals,
    name: `reports/${name}`,
    title,
    by,
    leads,
    measures: counts,
  })
}

export const inventoryByStock = stockSummary(
  'inventory-by-stock',
  label('품목별 재고', 'Inventory by item'),
  ['OWNER_CD', 'STOCK_CD'],
)
