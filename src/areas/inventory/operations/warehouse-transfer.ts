import { code, lookup, select, vary } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { stockBalance } from '../tables/stock-balance.ts'
import { freeQty, workInput } from './work-fields.ts'

const common = { scope: 'warehouse-owner' } as const

/** Identifies stock to send (B and balance id) or in transit (T and transit number). */
const key = {
  TRANSFER_KEY: code(label('이동 ID', 'Transfer ID'), { required: true, lengthMax: 20, width: 80 }),
}
const direction = {
  DIRECTION_CD: select(label('구분', 'Direction'), 'transfer-direction', { required: true }),
}
const ways = {
  ...workInput(['WORK_QTY'], ['WORK_QTY']),
  TO_WCODE: lookup(label('도착창고', 'To warehouse'), 'warehouse', { width: 90 }),
  ...workInput(['TO_CELL_CD', 'REASON'], []),
}
const named = pick(stockBalance, ['OWNER_CD', 'STOCK_CD', 'ZONE_CD', 'CELL_CD', 'LOT_NO'])

export const transferRows = defineQuery({
  ...common,
  name: 'inventory/warehouse-transfers',
  title: label('창고이동 대상', 'To and from other warehouses'),
  action: 'search',
  past: true,
  shows: 'stock',
  search: { ...direction, ...named },
  output: {
    ...key,
    ...direction,
    ...pick(stockBalance, ['BALANCE_ID']),
    ...pick(stockBalance, ['OWNER_CD', 'STOCK_CD', 'STOCK_NM', 'ZONE_CD', 'CELL_CD', 'LOT_NO']),
    ...pick(stockBalance, ['VALID_DT', 'CONDITION_CD', 'PALLET_NO', 'BOX_NO', 'QTY']),
    FREE_QTY: freeQty,
    FROM_WCODE: vary(ways.TO_WCODE, { label: label('출발창고', 'From warehouse') }),
    WORK_NO: code(label('이동번호', 'Sent as'), { width: 150 }),
    ...ways,
  },
})

export const transferWarehouse = defineProcedure({
  ...common,
  name: 'inventory/transfer-warehouse',
  title: label('창고이동', 'Send or receive'),
  action: 'save',
  input: { ...key, ...ways },
})
