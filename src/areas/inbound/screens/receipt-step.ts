import { grid, type GridPart } from '#kernel/screen.ts'
import { receiptLines, receipts } from '../operations/receipts.ts'
import { receiptStateTone } from '../rules/state-tone.ts'

export const receiptSearch = [
  'OWNER_CD',
  'RECEIPT_DT',
  'RECEIPT_NO',
  'SUPPLIER_CD',
  'OWNER_ORDER_NO',
]

export function receiptGrid(states: readonly string[]): GridPart {
  return grid({
    source: receipts,
    fixed: { STATE_CD: states.join(',') },
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
      'LAST_CANCEL_REASON',
      'REMARK',
    ],
  })
}

export const receiptLinesGrid = grid({
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
})
