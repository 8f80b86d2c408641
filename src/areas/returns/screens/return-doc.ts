import { documentScreens } from '#kernel/document-screens.ts'
import { grid } from '#kernel/screen.ts'
import { returnLines, returns } from '../operations/returns.ts'
import { returnTone } from '../rules/return-tone.ts'
import { returnDocument } from '../operations/return-document.ts'

export const { doc: returnDoc, single: returnSingle } = documentScreens({
  document: returnDocument,
  search: [
    'OWNER_CD',
    'RECEIPT_DT',
    'RECEIPT_NO',
    'SHIPMENT_NO',
    'COLLECT_WAYBILL_NO',
    'OWNER_ORDER_NO',
    'STATE_CD',
  ],
  hiddenInForm: ['ORIGIN_WAYBILL_NO', 'PAYER_CD'],
  heads: grid({
    source: returns,
    columns: [
      'RECEIPT_NO',
      { field: 'STATE_CD', tone: returnTone },
      'OWNER_CD',
      'OWNER_NM',
      'RETURN_KIND_CD',
      'SHIPMENT_NO',
      'REASON_CD',
      'PAYER_CD',
      'ORIGIN_WAYBILL_NO',
      'COLLECT_WAYBILL_NO',
      { field: 'RECEIPT_DT', default: 'today' },
      'OWNER_ORDER_NO',
      'LINE_COUNT',
      { field: 'ORDER_QTY', required: false },
      'RECEIVE_QTY',
      'REMARK',
      'UPDATED_BY',
      'UPDATED_AT',
    ],
  }),
  lines: grid({
    source: returnLines,
    columns: [
      'LINE_NO',
      'STOCK_CD',
      'STOCK_NM',
      'ORDER_QTY',
      'RECEIVE_QTY',
      'GRADED_QTY',
      'A_QTY',
      'B_QTY',
      'C_QTY',
      'X_QTY',
      'WAIT_QTY',
      'PLACED_QTY',
      'LOT_NO',
      'SERIAL_NO',
      'VALID_DT',
      'CELL_CD',
      'REMARK',
    ],
  }),
})
