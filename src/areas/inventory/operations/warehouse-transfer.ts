import { code, date, quantity, select } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { stockBalance } from '../tables/stock-balance.ts'
import { transit } from '../tables/transit.ts'
import { adjustState, freeQty, workInput } from './work-fields.ts'

const common = { scope: 'warehouse-owner' } as const

/** Identifies stock to send (B and balance id) or in transit (T and transit number). */
const key = {
  TRANSFER_KEY: code(label('이동 ID', 'Transfer ID'), { required: true, maxLength: 20, width: 80 }),
}
const direction = {
  DIRECTION_CD: select(label('구분', 'Direction'), 'transfer-direction', { required: true }),
}
const transferChoices = {
  ...workInput(['WORK_QTY'], ['WORK_QTY']),
  TO_WCODE: transit.fields.TO_WCODE,
  ...workInput(['TO_CELL_CD'], []),
  /** Part of the received quantity that arrived damaged. */
  DAMAGE_QTY: quantity(label('불량수량', 'Damaged qty'), { zeroAsEmpty: true, width: 90 }),
  ...workInput(['SERIALS', 'REASON'], []),
}
const sentDate = date(label('발송일', 'Sent date'))
const named = pick(stockBalance, ['OWNER_CD', 'STOCK_CD', 'ZONE_CD', 'CELL_CD', 'LOT_NO'])

export const transferRows = defineQuery({
  ...common,
  name: 'inventory/warehouse-transfers',
  title: label('창고이동 대상', 'Stock for warehouse transfers'),
  action: 'search',
  hasHistory: true,
  shows: 'stock',
  search: { ...direction, ...named, SENT_DT: sentDate },
  output: {
    ...key,
    ...direction,
    ...pick(stockBalance, ['BALANCE_ID']),
    ...pick(stockBalance, ['OWNER_CD', 'STOCK_CD', 'STOCK_NM', 'ZONE_CD', 'CELL_CD', 'LOT_NO']),
    ...pick(stockBalance, ['VALID_DT', 'CONDITION_CD', 'PALLET_NO', 'BOX_NO', 'QTY']),
    FREE_QTY: freeQty,
    SENT_DT: sentDate,
    /** Only set for stock sent from this warehouse, which can call it back. */
    ...pick(transit, ['TRANSIT_NO', 'FROM_WCODE', 'WORK_NO']),
    ...pick(transit, ['SENT_QTY', 'ARRIVED_QTY', 'BACK_QTY', 'LOST_QTY']),
    ADJUST_STATE_CD: adjustState,
    ...transferChoices,
  },
})

export const transferWarehouse = defineProcedure({
  ...common,
  name: 'inventory/transfer-warehouse',
  title: label('창고이동', 'Warehouse transfer'),
  action: 'save',
  input: { ...key, ...transferChoices },
})

/** Returns stock in transit to its cell at the sender, or to another cell there. */
export const callBackTransfer = defineProcedure({
  ...common,
  name: 'inventory/call-back-transfer',
  title: label('운송중 회수', 'Call back'),
  with: [transferWarehouse],
  action: 'save',
  input: { ...key, ...workInput(['WORK_QTY', 'TO_CELL_CD', 'SERIALS', 'REASON'], ['WORK_QTY']) },
})

/**
 * Writes off stock lost in transit. The sender bears the loss until the stock is received. Limit
 * and approval are the same as for adjustments.
 */
export const loseTransfer = defineProcedure({
  ...common,
  name: 'inventory/lose-transfer',
  title: label('운송중 분실', 'Record a loss'),
  with: [transferWarehouse],
  action: 'save',
  input: { ...key, ...workInput(['WORK_QTY', 'SERIALS', 'REASON'], ['WORK_QTY', 'REASON']) },
})
