import { date, vary } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import {
  defineSummary,
  distinct,
  least,
  most,
  sumsOf,
  type GroupedBy,
  type Measures,
} from '#kernel/summary.ts'
import { ageFields, blockedFields } from '#areas/inventory/operations/report-fields.ts'
import { stockBalances } from '#areas/inventory/operations/stock.ts'
import { cellCount, stockCount } from '#areas/inventory/operations/work-fields.ts'
import { lotCount, stockTotals } from './stock-totals.ts'

const counts = {
  LOT_COUNT: distinct(lotCount, 'LOT_ID'),
  CELL_COUNT: distinct(cellCount, 'CELL_CD'),
}
const itemCount = { STOCK_COUNT: distinct(stockCount, 'OWNER_CD', 'STOCK_CD') }

const reportOf = (
  name: string,
  title: Label,
  by: GroupedBy<typeof stockBalances>,
  leads: Measures = {},
) =>
  defineSummary(stockBalances, {
    ...stockTotals,
    name: `reports/${name}`,
    title,
    by,
    leads,
    measures: counts,
  })

export const inventoryByStock = reportOf(
  'inventory-by-stock',
  label('품목별 재고', 'Inventory by item'),
  ['OWNER_CD', 'STOCK_CD'],
)

export const inventoryByZone = reportOf(
  'inventory-by-zone',
  label('존별 재고', 'Inventory by zone'),
  ['ZONE_CD'],
  itemCount,
)

export const inventoryByOwner = reportOf(
  'inventory-by-owner',
  label('화주별 재고', 'Inventory by owner'),
  ['OWNER_CD'],
  itemCount,
)

export const inventoryByCell = reportOf(
  'inventory-by-cell',
  label('셀별 재고', 'Inventory by cell'),
  ['ZONE_CD', 'CELL_CD', 'OWNER_CD', 'STOCK_CD'],
)

/** Goods on no pallet are one group, so that the whole is the stock there is. */
export const inventoryByPallet = reportOf(
  'inventory-by-pallet',
  label('파렛트별 재고', 'Inventory by pallet'),
  ['PALLET_NO'],
  itemCount,
)

export const inventoryByBox = reportOf(
  'inventory-by-box',
  label('박스별 재고', 'Inventory by box'),
  ['BOX_NO'],
  itemCount,
)

export const inventoryByValidDate = reportOf(
  'inventory-by-valid-date',
  label('유통기한별 재고', 'Inventory by expiry date'),
  ['VALID_DT', 'EXPIRY_CD', 'OWNER_CD', 'STOCK_CD'],
  {
    DAYS_LEFT_MIN: least(ageFields.DAYS_LEFT, 'DAYS_LEFT'),
    LIFE_RATE_MIN: least(
      vary(ageFields.LIFE_RATE, { label: label('최소 잔여율 %', 'Min. remaining shelf life %') }),
      'LIFE_RATE',
    ),
  },
)

export const inventoryAging = reportOf(
  'inventory-aging',
  label('재고 경과일수', 'Inventory aging'),
  ['AGE_CD', 'OWNER_CD', 'STOCK_CD'],
  {
    AGE_DAYS_MAX: most(
      vary(ageFields.AGE_DAYS, { label: label('최대 경과일수', 'Most days stored'), width: 100 }),
      'AGE_DAYS',
    ),
    LAST_OUT_DT_MAX: most(date(ageFields.LAST_OUT_DT.label), 'LAST_OUT_DT'),
  },
)

export const inventoryAvailable = reportOf(
  'inventory-available',
  label('가용재고', 'Available inventory'),
  ['OWNER_CD', 'STOCK_CD'],
  sumsOf(stockBalances.output, ['QTY', 'AVAILABLE_QTY', ...Object.keys(blockedFields)]),
)

export const inventoryBySupplier = reportOf(
  'inventory-by-supplier',
  label('공급처별 재고', 'Inventory by supplier'),
  ['OWNER_CD', 'SUPPLIER_CD'],
  itemCount,
)

export const inventorySummary = reportOf(
  'inventory-summary',
  label('재고 요약', 'Inventory summary'),
  ['OWNER_CD', 'CONDITION_CD', 'BONDED_CD'],
  itemCount,
)
