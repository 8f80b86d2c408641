import { grid, type WorkScreen } from '#kernel/screen.ts'
import { cancelReceiving } from '../operations/cancelling.ts'
import { receive, receivingLines } from '../operations/receiving.ts'

export const receivingByOrderScreen: WorkScreen = {
  kind: 'work',
  route: 'ReceivingByOrder',
  search: ['OWNER_CD', 'RECEIPT_NO', 'SUPPLIER_CD', 'RECEIPT_DT', 'OWNER_ORDER_NO'],
  searchAtOpen: true,
  act: receive,
  next: { undo: { does: cancelReceiving, on: 'CancelReceiving', ofResponse: true } },
  scan: { find: ['STOCK_CD', 'BARCODE'], count: 'NOW_QTY', upTo: 'OPEN_QTY' },
  grid: grid({
    source: receivingLines,
    checks: true,
    columns: [
      'RECEIPT_NO',
      'LINE_NO',
      'OWNER_CD',
      'STOCK_CD',
      'STOCK_NM',
      'BARCODE',
      { field: 'BOX_QTY', hidden: true },
      'ORDER_QTY',
      'RECEIVE_QTY',
      'REJECT_QTY',
      'OPEN_QTY',
      { field: 'NOW_QTY', editable: true },
      { field: 'CELL_CD', editable: true },
      {
        field: 'UNMEASURED_YN',
        tone: (row) => (row['UNMEASURED_YN'] === 'Y' ? 'warn' : undefined),
      },
      { field: 'DAMAGED_NOW_QTY', editable: true, tone: () => 'stop' },
      { field: 'REJECT_NOW_QTY', editable: true, tone: () => 'warn' },
      { field: 'REJECT_REASON', editable: true },
      { field: 'LOT_NO', editable: true },
      { field: 'MADE_DT', editable: true },
      { field: 'VALID_DT', editable: true },
      { field: 'PALLET_NO', editable: true },
      { field: 'BOX_NO', editable: true },
      'SERIAL_CD',
      'ANNOUNCED_QTY',
      { field: 'SERIALS', editable: true },
    ],
  }),
}
