import { grid, type DocScreen } from '#kernel/screen.ts'
import { receiptLines, receipts, saveReceipts } from '../operations/receipts.ts'
import { receiptStateTone } from '../rules/state-tone.ts'

/** People change a receipt while nothing of it has come in. */
const isOpen = (row: { STATE_CD?: unknown }) =>
  [undefined, null, '10'].includes(row.STATE_CD as null)

export const receiptCreateScreen: DocScreen = {
  kind: 'doc',
  route: 'ReceiptCreate',
  search: ['OWNER_CD', 'RECEIPT_DT', 'RECEIPT_NO', 'OWNER_ORDER_NO', 'STATE_CD'],
  searchAtOpen: true,
  save: saveReceipts,
  link: ['RECEIPT_NO'],
  grid: grid({
    source: receipts,
    columns: [
      'RECEIPT_NO',
      { field: 'STATE_CD', tone: receiptStateTone },
      { field: 'OWNER_CD', editable: isOpen },
      'OWNER_NM',
      { field: 'SUPPLIER_CD', editable: isOpen },
      'SUPPLIER_NM',
      { field: 'RECEIPT_DT', editable: isOpen, default: 'today' },
      { field: 'OWNER_ORDER_NO', editable: isOpen },
      'LINE_COUNT',
      { field: 'ORDER_QTY', required: false },
      'RECEIVE_QTY',
      { field: 'REMARK', editable: isOpen },
      'UPDATED_BY',
      'UPDATED_AT',
    ],
  }),
  lines: grid({
    source: receiptLines,
    columns: [
      'LINE_NO',
      { field: 'STOCK_CD', editable: true },
      'STOCK_NM',
      { field: 'ORDER_QTY', editable: true },
      'RECEIVE_QTY',
      { field: 'LOT_NO', editable: true },
      { field: 'MADE_DT', editable: true },
      { field: 'VALID_DT', editable: true },
      { field: 'CELL_CD', editable: true },
      { field: 'REMARK', editable: true },
    ],
  }),
}
