import { date, measure, vary } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { stockBalance } from '../tables/stock-balance.ts'
import { stockMovement } from '../tables/stock-movement.ts'
import { heldQty, lotId } from './work-fields.ts'

/** What lies where, lot by lot; rows without stock are left out. */
export const stockByLot = defineQuery({
  name: 'inventory/by-lot',
  title: label('로트별 재고', 'Stock by lot'),
  action: 'search',
  scope: 'warehouse-owner',
  past: true,
  shows: 'stock',
  search: stockBalance.fields,
  output: stockBalance.fields,
})

/** Balances with all that reports add up; every report of stock is a summary of them. */
export const stockBalances = defineQuery({
  name: 'inventory/balances',
  title: label('재고 행', 'Stock, row by row'),
  with: [stockByLot],
  action: 'search',
  scope: 'warehouse-owner',
  past: true,
  shows: 'stock',
  unit: 'UNIT_CD',
  search: stockBalance.fields,
  output: {
    ...stockBalance.fields,
    LOT_ID: lotId,
    UNIT_CD: stock.fields.UNIT_CD,
    HELD_QTY: heldQty,
    KG: measure(label('kg', 'kg'), 3, { footer: 'SUM' }),
  },
})

/** Valid dates as they were and became, from the ledger: whoever changed them, on whatever screen. */
export const validDateChanges = defineQuery({
  name: 'inventory/valid-date-changes',
  title: label('유통기한 변경이력', 'Changes of valid dates'),
  action: 'search',
  scope: 'warehouse-owner',
  search: pick(stockMovement, ['OWNER_CD', 'STOCK_CD', 'LOT_NO']),
  output: {
    ...pick(stockMovement, ['POSTED_AT', 'OWNER_CD', 'STOCK_CD', 'LOT_NO']),
    FROM_VALID_DT: vary(stockMovement.fields.VALID_DT, { label: label('변경 전', 'Was') }),
    TO_VALID_DT: vary(stockMovement.fields.VALID_DT, { label: label('변경 후', 'Became') }),
    ...pick(stockMovement, ['QTY', 'TO_CELL_CD', 'REASON', 'USER_ID', 'DOC_NO']),
  },
})

/** The ledger itself, newest first. */
export const stockMovements = defineQuery({
  name: 'inventory/movements',
  title: label('재고이력', 'Stock movements'),
  action: 'search',
  scope: 'warehouse-owner',
  search: {
    ...pick(stockMovement, ['OWNER_CD', 'STOCK_CD', 'MOVEMENT_CD', 'DOC_NO', 'LOT_NO', 'USER_ID']),
    BUSINESS_DT: date(label('업무일', 'Business day'), {
      spanMax: { count: 12, unit: 'months' },
    }),
  },
  output: stockMovement.fields,
})
