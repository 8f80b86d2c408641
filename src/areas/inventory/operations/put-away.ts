import { code, flag, quantity, select, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { stockBalance } from '../tables/stock-balance.ts'
import { balanceId, workFields } from './work-fields.ts'

const proposed = {
  PUT_CELL_CD: code(label('추천셀', 'Proposed cell'), { width: 110 }),
  WHY_CD: select(label('추천사유', 'Proposal reason'), 'put-why', { width: 100 }),
}
const reason = select(label('변경사유', 'Reason for another cell'), 'put-reason', { width: 130 })

/** Stock waiting at an inbound dock, with the proposed cells. */
export const putAwayStock = defineQuery({
  name: 'inventory/put-away-stock',
  title: label('적치 대상', 'Stock to put away'),
  action: 'search',
  scope: 'warehouse-owner',
  search: pick(stockBalance, ['OWNER_CD', 'STOCK_CD', 'CELL_CD', 'LOT_NO', 'PALLET_NO']),
  output: {
    ...pick(stockBalance, ['BALANCE_ID', 'OWNER_CD', 'STOCK_CD', 'STOCK_NM']),
    BARCODE: stock.fields.BARCODE,
    ...pick(stockBalance, ['CELL_CD', 'LOT_NO', 'VALID_DT', 'PALLET_NO', 'BOX_NO']),
    WAIT_QTY: quantity(label('대기수량', 'Waiting qty')),
    WORK_QTY: withOptions(workFields.WORK_QTY, { label: label('적치수량', 'Put-away qty') }),
    ...proposed,
    TO_CELL_CD: withOptions(workFields.TO_CELL_CD, { label: label('적치셀', 'Put-away cell') }),
    REASON_CD: reason,
    SERIALS: workFields.SERIALS,
    SPLIT: text(label('분할', 'Split'), { width: 200 }),
    NEXT_CELLS: text(label('다음 추천셀', 'Next proposed cells'), { width: 150 }),
    UNMEASURED_YN: flag(label('미측정', 'Not measured'), { width: 70 }),
  },
})

/** Moves waiting stock into a cell. A cell other than the proposed one requires a reason. */
export const putAway = defineProcedure({
  name: 'inventory/put-away',
  title: label('적치', 'Put-away'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    BALANCE_ID: balanceId,
    WORK_QTY: withOptions(workFields.WORK_QTY, { required: true }),
    PUT_CELL_CD: proposed.PUT_CELL_CD,
    TO_CELL_CD: withOptions(workFields.TO_CELL_CD, { required: true }),
    REASON_CD: reason,
    SERIALS: workFields.SERIALS,
  },
})
