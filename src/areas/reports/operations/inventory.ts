import { integer } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineSummary, distinct } from '#kernel/summary.ts'
import { stockBalances } from '#areas/inventory/operations/stock.ts'
import { cellCount, stockCount } from '#areas/inventory/operations/work-fields.ts'

const lotCount = integer(label('로트수', 'Lots'))

/** What every report of stock adds up, and what else its rows may be grouped by. */
const stockFigures = {
  sums: ['QTY', 'ALLOC_QTY', 'PICK_QTY', 'AVAILABLE_QTY', 'HELD_QTY', 'CBM', 'KG'],
  offers: [
    'OWNER_CD',
    'STOCK_CD',
    'ZONE_CD',
    'CELL_CD',
    'LOT_NO',
    'MARK',
    'PLOT',
    'MADE_DT',
    'RECEIVED_DT',
    'VALID_DT',
    'PALLET_NO',
    'BOX_NO',
    'CONDITION_CD',
    'BONDED_CD',
    'CARGO_NO',
    'HOLD_REASON',
    'UNIT_CD',
  ],
} as const

const counts = {
  LOT_COUNT: distinct(lotCount, 'LOT_ID'),
  CELL_COUNT: distinct(cellCount, 'CELL_CD'),
}
const itemCount = { STOCK_COUNT: distinct(stockCount, 'OWNER_CD', 'STOCK_CD') }

export const inventoryByStock = defineSummary(stockBalances, {
  ...stockFigures,
  name: 'reports/inventory-by-stock',
  title: label('품목별 재고', 'Inventory by item'),
  by: ['OWNER_CD', 'STOCK_CD'],
  measures: counts,
})

export const inventoryByZone = defineSummary(stockBalances, {
  ...stockFigures,
  name: 'reports/inventory-by-zone',
  title: label('존별 재고', 'Inventory by zone'),
  by: ['ZONE_CD'],
  measures: { ...itemCount, ...counts },
})

export const inventoryByOwner = defineSummary(stockBalances, {
  ...stockFigures,
  name: 'reports/inventory-by-owner',
  title: label('화주별 재고', 'Inventory by owner'),
  by: ['OWNER_CD'],
  measures: { ...itemCount, ...counts },
})
