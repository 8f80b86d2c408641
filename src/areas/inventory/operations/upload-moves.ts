import { withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { stockBalance } from '../tables/stock-balance.ts'
import { workInput } from './work-fields.ts'

/** Columns printed on the stock, in sheet order. */
const named = pick(stockBalance, [
  'OWNER_CD',
  'STOCK_CD',
  'CELL_CD',
  'LOT_NO',
  'PALLET_NO',
  'BOX_NO',
])
const fromCell = withOptions(stockBalance.fields.CELL_CD, {
  label: label('출발셀', 'From cell'),
  required: true,
})

/** Uploads moves. The details printed on stock identify it, not an internal number. */
export const uploadMoves = defineProcedure({
  name: 'inventory/upload-moves',
  title: label('재고이동 엑셀업로드', 'Upload moves'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    ...named,
    CELL_CD: fromCell,
    ...workInput(
      ['WORK_QTY', 'TO_CELL_CD', 'TO_PALLET_NO', 'TO_BOX_NO', 'REASON'],
      ['WORK_QTY', 'TO_CELL_CD'],
    ),
  },
})
