import { vary } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { receipt, receiptLine } from '../tables/receipt.ts'

/** Receipts with the sums of their lines. */
export const receipts = defineQuery({
  name: 'inbound/receipts',
  title: label('입고예정 조회', 'Receipts'),
  menus: ['ReceiptCreate', 'ReceivingByOrder', 'BulkReceiving'],
  action: 'search',
  scope: 'warehouse-owner',
  search: receipt.fields,
  output: receipt.fields,
})

/** Lines of receipts. */
export const receiptLines = defineQuery({
  name: 'inbound/receipt-lines',
  title: label('입고예정 행 조회', 'Receipt lines'),
  menus: ['ReceiptCreate', 'ReceivingByOrder', 'BulkReceiving'],
  action: 'search',
  scope: 'warehouse-owner',
  search: receiptLine.fields,
  output: receiptLine.fields,
})

/** Receipts with lines, new and changed, saved together. */
export const saveReceipts = defineProcedure({
  name: 'inbound/save-receipts',
  title: label('입고예정 저장', 'Save receipts'),
  menus: ['ReceiptCreate'],
  action: 'save',
  scope: 'warehouse-owner',
  input: pick(receipt, [
    'RECEIPT_NO',
    'OWNER_CD',
    'SUPPLIER_CD',
    'RECEIPT_DT',
    'OWNER_ORDER_NO',
    'REMARK',
  ]),
  lines: pick(receiptLine, [
    'LINE_NO',
    'STOCK_CD',
    'ORDER_QTY',
    'LOT_NO',
    'MARK',
    'PLOT',
    'MADE_DT',
    'VALID_DT',
    'CELL_CD',
    'REMARK',
  ]),
})

/** A sheet of expected goods: rows with the same owner's number and day become one receipt. */
export const uploadReceipts = defineProcedure({
  name: 'inbound/upload-receipts',
  title: label('입고 엑셀업로드', 'Upload receipts'),
  menus: ['ReceiptUploadExcel', 'ReceiptUploadExcelByOwner'],
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    ...pick(receipt, ['OWNER_CD', 'RECEIPT_DT']),
    OWNER_ORDER_NO: vary(receipt.fields.OWNER_ORDER_NO, { required: true }),
    SUPPLIER_CD: receipt.fields.SUPPLIER_CD,
    ...pick(receiptLine, [
      'STOCK_CD',
      'STOCK_NM',
      'ORDER_QTY',
      'LOT_NO',
      'MADE_DT',
      'VALID_DT',
      'CELL_CD',
      'REMARK',
    ]),
  },
})
