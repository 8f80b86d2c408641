import { integer } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineSummary, distinct } from '#kernel/summary.ts'
import { stockBalances } from '#areas/inventory/operations/stock.ts'
import { cellCount } from '#areas/inventory/operations/work-fields.ts'

/** Stock at a point in time. Allocations have no history and are not included. */
export const inventoryAsOf = defineSummary(stockBalances, {
  name: 'reports/inventory-as-of',
  title: label('시점별 재고', 'Inventory as of date'),
  by: ['OWNER_CD', 'STOCK_CD'],
  sums: ['QTY', 'HELD_QTY', 'CBM', 'KG'],
  measures: {
    LOT_COUNT: distinct(integer(label('로트수', 'Lots')), 'LOT_ID'),
    CELL_COUNT: distinct(cellCount, 'CELL_CD'),
  },
  offers: [
    'OWNER_CD',
    'STOCK_CD',
    'ZONE_CD',
    'CELL_CD',
    'LOT_NO',
    'VALID_DT',
    'RECEIVED_DT',
    'CONDITION_CD',
    'BONDED_CD',
    'UNIT_CD',
  ],
})
