import { code, date, measure, withOptions, type Fields } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { supplierNameRef, supplierRef } from '#areas/master/tables/references.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { stockBalance } from '../tables/stock-balance.ts'
import { stockMovement } from '../tables/stock-movement.ts'
import { ageFields, blockedFields, holdFields } from './report-fields.ts'
import { heldQty, lotId } from './work-fields.ts'

/** Supplier of the lot's first receipt, or null if it was never received. */
const supplierColumns = { SUPPLIER_CD: supplierRef, SUPPLIER_NM: supplierNameRef }

/** Removes drill-downs from figures, because they expose cells and staff and ignore hold rules. */
function withoutDrillDowns<F extends Fields>(fields: F): F {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.pieces ? withOptions(field, {}) : field,
    ]),
  ) as F
}

/**
 * Stock by lot and location, excluding empty rows. Can be searched by report grouping columns,
 * because report groups open in it.
 */
export const stockByLot = defineQuery({
  name: 'inventory/by-lot',
  title: label('로트별 재고', 'Inventory by lot'),
  action: 'search',
  scope: 'warehouse-owner',
  hasHistory: true,
  shows: 'stock',
  search: { ...stockBalance.fields, ...ageFields, ...supplierColumns },
  output: { ...stockBalance.fields, HOLD_KIND_CD: holdFields.HOLD_KIND_CD },
})

const weight = measure(label('kg', 'kg'), 3, { footer: 'SUM' })

/** Balances with all reported values. All stock reports are summaries of this query. */
export const stockBalances = defineQuery({
  name: 'inventory/balances',
  title: label('재고 행', 'Inventory (detail)'),
  with: [stockByLot],
  action: 'search',
  scope: 'warehouse-owner',
  hasHistory: true,
  shows: 'stock',
  unit: 'UNIT_CD',
  search: { ...stockBalance.fields, ...ageFields, ...supplierColumns },
  output: {
    ...stockBalance.fields,
    ...supplierColumns,
    LOT_ID: lotId,
    UNIT_CD: stock.fields.UNIT_CD,
    HELD_QTY: heldQty,
    KG: weight,
    ...ageFields,
    ...blockedFields,
  },
})

export const heldStock = defineQuery({
  name: 'inventory/held-stock',
  title: label('보류재고 행', 'Held inventory (detail)'),
  action: 'search',
  scope: 'warehouse-owner',
  unit: 'UNIT_CD',
  search: { ...stockBalance.fields, ...holdFields },
  output: {
    ...withoutDrillDowns(stockBalance.fields),
    LOT_ID: lotId,
    UNIT_CD: stock.fields.UNIT_CD,
    KG: weight,
    ...holdFields,
  },
})

const customersColumns = pick(stockBalance, [
  'OWNER_CD',
  'OWNER_NM',
  'STOCK_CD',
  'STOCK_NM',
  'LOT_NO',
  'MARK',
  'PLOT',
  'MADE_DT',
  'RECEIVED_DT',
  'VALID_DT',
  'CONDITION_CD',
  'BONDED_CD',
  'CARGO_NO',
])

/**
 * Stock for the owner's own staff. Location, user and hold information is neither returned nor
 * searchable.
 */
export const ownBalances = defineQuery({
  name: 'inventory/own-balances',
  title: label('화주 재고 상세', 'Inventory of an owner (detail)'),
  menus: ['CInventoryByLot'],
  action: 'search',
  scope: 'warehouse-owner',
  hasHistory: true,
  unit: 'UNIT_CD',
  search: { ...customersColumns, ...ageFields },
  output: {
    ...customersColumns,
    LOT_ID: lotId,
    UNIT_CD: stock.fields.UNIT_CD,
    ...withoutDrillDowns(
      pick(stockBalance, ['QTY', 'ALLOC_QTY', 'PICK_QTY', 'AVAILABLE_QTY', 'CBM']),
    ),
    KG: weight,
    ...ageFields,
  },
})

/** Expiry date changes from the ledger, made on any screen. */
export const validDateChanges = defineQuery({
  name: 'inventory/valid-date-changes',
  title: label('유통기한 변경이력', 'Expiry date changes'),
  action: 'search',
  scope: 'warehouse-owner',
  search: pick(stockMovement, ['OWNER_CD', 'STOCK_CD', 'LOT_NO']),
  output: {
    ...pick(stockMovement, ['POSTED_AT', 'OWNER_CD', 'STOCK_CD', 'LOT_NO']),
    FROM_VALID_DT: withOptions(stockMovement.fields.VALID_DT, {
      label: label('변경 전', 'Before'),
    }),
    TO_VALID_DT: withOptions(stockMovement.fields.VALID_DT, { label: label('변경 후', 'After') }),
    ...pick(stockMovement, ['QTY', 'TO_CELL_CD', 'REASON', 'USER_ID', 'DOC_NO']),
  },
})

/** Posting hour in the warehouse's time zone, 00 to 23. */
export const movementHour = code(label('시간', 'Hour'), { width: 60, align: 'center' })

const movementDay = date(label('수불일자', 'Posting date'), {
  maxSpan: { count: 12, unit: 'months' },
})

/** Stock that a movement took from or added to. */
export const movedStock = pick(stockBalance, ['CELL_CD', 'PALLET_NO', 'BOX_NO'])

export const stockMovements = defineQuery({
  name: 'inventory/movements',
  title: label('재고이력', 'Inventory history'),
  action: 'search',
  scope: 'warehouse-owner',
  search: {
    ...pick(stockMovement, ['OWNER_CD', 'STOCK_CD', 'MOVEMENT_CD', 'DOC_NO', 'LOT_NO', 'VALID_DT']),
    ...pick(stockMovement, ['USER_ID', 'FROM_CELL_CD']),
    ...movedStock,
    BUSINESS_DT: movementDay,
    HOUR_CD: movementHour,
  },
  output: { ...stockMovement.fields, HOUR_CD: movementHour },
})

const ownLine = pick(stockMovement, [
  'OWNER_CD',
  'STOCK_CD',
  'STOCK_NM',
  'MOVEMENT_CD',
  'DOC_NO',
  'LOT_NO',
  'VALID_DT',
  'RECEIVED_DT',
])

/**
 * Movements for the owner's own staff, newest first. Contains documents and quantities, but no
 * location or user.
 */
export const ownMovements = defineQuery({
  name: 'inventory/own-movements',
  title: label('화주 재고이력', 'Inventory history of an owner'),
  action: 'search',
  scope: 'warehouse-owner',
  unit: 'UNIT_CD',
  search: { ...ownLine, BUSINESS_DT: movementDay },
  output: {
    ...pick(stockMovement, ['MOVEMENT_NO', 'POSTED_AT', 'BUSINESS_DT']),
    ...ownLine,
    ...pick(stockMovement, ['DOC_LINE', 'FROM_PLACE_CD', 'TO_PLACE_CD']),
    ...withoutDrillDowns(pick(stockMovement, ['QTY', 'CBM'])),
    UNIT_CD: stock.fields.UNIT_CD,
    REVERSES_NO: stockMovement.fields.REVERSES_NO,
  },
})
