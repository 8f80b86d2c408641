import type { Fields } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { stockBalance } from '../tables/stock-balance.ts'
import { holdFields } from './report-fields.ts'
import { adjustState, balanceId, freeQty, workFields, workInput } from './work-fields.ts'

export const stockToWork = defineQuery({
  name: 'inventory/stock-to-work',
  title: label('재고작업 대상', 'Stock to work on'),
  action: 'search',
  scope: 'warehouse-owner',
  hasHistory: true,
  shows: 'stock',
  search: { ...stockBalance.fields, ADJUST_STATE_CD: adjustState },
  output: {
    ...stockBalance.fields,
    HOLD_KIND_CD: holdFields.HOLD_KIND_CD,
    FREE_QTY: freeQty,
    ...workFields,
    ADJUST_STATE_CD: adjustState,
  },
})

function stockProcedure<I extends Fields>(name: string, title: Label, input: I) {
  return defineProcedure({
    name: `inventory/${name}`,
    title,
    action: 'save',
    scope: 'warehouse-owner',
    input: { BALANCE_ID: balanceId, ...input },
  })
}

export const moveStock = stockProcedure(
  'move',
  label('재고이동', 'Move stock'),
  workInput(
    ['WORK_QTY', 'TO_CELL_CD', 'TO_PALLET_NO', 'TO_BOX_NO', 'SERIALS', 'REASON'],
    ['WORK_QTY', 'TO_CELL_CD'],
  ),
)

/** Moves the free quantity of rows together with its pallet and box. */
export const moveRows = stockProcedure(
  'move-rows',
  label('재고이동', 'Move stock'),
  workInput(['TO_CELL_CD', 'REASON'], ['TO_CELL_CD']),
)

export const holdStock = stockProcedure(
  'hold',
  label('보류/해제', 'Hold or release'),
  workInput(['HOLD_CD', 'WORK_QTY', 'SERIALS', 'REASON'], ['HOLD_CD', 'WORK_QTY', 'REASON']),
)

export const transferLot = stockProcedure(
  'transfer-lot',
  label('로트변경', 'Change lot'),
  workInput(
    ['WORK_QTY', 'TO_LOT_NO', 'TO_MADE_DT', 'TO_VALID_DT', 'SERIALS', 'REASON'],
    ['WORK_QTY', 'REASON'],
  ),
)

export const transferMark = stockProcedure(
  'transfer-mark',
  label('마크변경', 'Change mark'),
  workInput(['WORK_QTY', 'TO_MARK', 'TO_PLOT', 'SERIALS', 'REASON'], ['WORK_QTY', 'REASON']),
)

/**
 * Converts stock to another item of the same owner. Lot and expiry date are unchanged unless
 * specified.
 */
export const transferStock = stockProcedure(
  'transfer-stock',
  label('품목변경', 'Change item'),
  workInput(
    ['WORK_QTY', 'TO_STOCK_CD', 'TO_LOT_NO', 'TO_VALID_DT', 'SERIALS', 'REASON'],
    ['WORK_QTY', 'TO_STOCK_CD', 'REASON'],
  ),
)
