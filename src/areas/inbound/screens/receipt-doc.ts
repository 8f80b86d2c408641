import { documentScreens } from '#kernel/document-screens.ts'
import { grid } from '#kernel/screen.ts'
import { receiptLines, receipts } from '../operations/receipts.ts'
import { receiptStateTone } from '../rules/state-tone.ts'
import { receiptDocument } from '../tables/receipt.ts'

export const { doc: receiptDoc, single: receiptSingle } = documentScreens({
  document: receiptDocument,
  search: ['OWNER_CD', 'RECEIPT_DT', 'RECEIPT_NO', 'OWNER_ORDER_NO', 'STATE_CD'],
  hiddenInForm: ['ORDER_KIND_CD', 'SHIPMENT_NO', 'BLIND_YN'],
  heads: grid({
    source: receipts,
    columns: [
      'RECEIPT_NO',
      { field: 'STATE_CD', tone: receiptStateTone },
      'OWNER_CD',
      'OWNER_NM',
      'SUPPLIER_CD',
      'SUPPLIER_NM',
      { field: 'RECEIPT_DT', default: 'today' },
      'OWNER_ORDER_NO',
      'ORDER_KIND_CD',
      'SHIPMENT_NO',
      'BLIND_YN',
      'LINE_COUNT',
      { field: 'ORDER_QTY', required: false },
      'RECEIVE_QTY',
      'LAST_CANCEL_REASON',
      'REMARK',
      'UPDATED_BY',
      'UPDATED_AT',
    ],
  }),
  lines: grid({
    source: receiptLines,
    columns: [
      'LINE_NO',
      'STOCK_CD',
      'STOCK_NM',
      'ORDER_QTY',
      'RECEIVE_QTY',
      'LOT_NO',
      'MADE_DT',
      'VALID_DT',
      'CELL_CD',
      { field: 'SERIALS', hidden: true },
      'REMARK',
    ],
  }),
  hiddenLines: ['MARK', 'PLOT'],
})
