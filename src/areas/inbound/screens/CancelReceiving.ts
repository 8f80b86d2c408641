import { grid, type WorkScreen } from '#kernel/screen.ts'
import { cancelReceiving, receivedMovements } from '../operations/cancelling.ts'
import { receiptStateTone } from '../rules/state-tone.ts'

export const cancelReceivingScreen: WorkScreen = {
  kind: 'work',
  route: 'CancelReceiving',
  search: [
    'OWNER_CD',
    'RECEIPT_NO',
    'BUSINESS_DT',
    'SUPPLIER_CD',
    'OWNER_ORDER_NO',
    'STOCK_CD',
    'RECEIPT_DT',
  ],
  searchDefaults: { BUSINESS_DT: 'today' },
  searchAtOpen: true,
  act: cancelReceiving,
  grid: grid({
    source: receivedMovements,
    checks: true,
    columns: [
      'RECEIPT_NO',
      { field: 'STATE_CD', tone: receiptStateTone },
      'LINE_NO',
      'OWNER_CD',
      'STOCK_CD',
      'STOCK_NM',
      'QTY',
      'CELL_CD',
      { field: 'BLOCKED', tone: () => 'warn' },
      { field: 'REASON', editable: true },
      { field: 'REJECT_REASON', tone: () => 'warn' },
      'LOT_NO',
      'VALID_DT',
      'PALLET_NO',
      'BOX_NO',
      'SUPPLIER_CD',
      'OWNER_ORDER_NO',
      'RECEIPT_DT',
      'POSTED_AT',
      'USER_ID',
      'MOVEMENT_NO',
      'REJECT_NO',
    ],
  }),
}
