import { isUnsavedRow } from '#kernel/editing.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { changeRequestedSampleLines, requestedSampleLines } from '../operations/receipts.ts'

export const cReceiptModifySampleScreen: MasterScreen = {
  kind: 'master',
  route: 'CReceiptModifySample',
  search: ['OWNER_CD', 'RECEIPT_NO', 'OWNER_ORDER_NO', 'RECEIPT_DT', 'STOCK_CD'],
  searchAtOpen: true,
  save: changeRequestedSampleLines,
  grid: grid({
    source: requestedSampleLines,
    columns: [
      { field: 'RECEIPT_NO', editable: isUnsavedRow, frozen: true },
      'LINE_NO',
      'OWNER_CD',
      'OWNER_ORDER_NO',
      'RECEIPT_DT',
      'SUPPLIER_NM',
      { field: 'STOCK_CD', editable: true },
      'STOCK_NM',
      { field: 'ORDER_QTY', editable: true },
      { field: 'LOT_NO', editable: true },
      { field: 'MADE_DT', editable: true },
      { field: 'VALID_DT', editable: true },
      { field: 'REMARK', editable: true },
      'UPDATED_BY',
      'UPDATED_AT',
    ],
  }),
}
