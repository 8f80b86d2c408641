import { grid, type WorkScreen } from '#kernel/screen.ts'
import { receiptLines, receipts } from '../operations/receipts.ts'
import { receiveBulk } from '../operations/receiving.ts'
import { receiptStateTone } from '../rules/state-tone.ts'

export const bulkReceivingScreen: WorkScreen = {
  kind: 'work',
  route: 'BulkReceiving',
  search: ['OWNER_CD', 'RECEIPT_DT', 'RECEIPT_NO', 'SUPPLIER_CD', 'OWNER_ORDER_NO'],
  searchAtOpen: true,
  act: receiveBulk,
  link: ['RECEIPT_NO'],
  grid: grid({
    source: receipts,
    fixed: { STATE_CD: '10,20' },
    checks: true,
    columns: [
      'RECEIPT_NO',
      { field: 'STATE_CD', tone: receiptStateTone },
      'OWNER_CD',
      'OWNER_NM',
      'SUPPLIER_CD',
      'SUPPLIER_NM',
      'RECEIPT_DT',
      'OWNER_ORDER_NO',
      'LINE_COUNT',
      'ORDER_QTY',
      'RECEIVE_QTY',
      'PROGRESS',
      'REMARK',
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
      'OPEN_QTY',
      'LOT_NO',
      'VALID_DT',
      'CELL_CD',
      'REMARK',
    ],
  }),
}
