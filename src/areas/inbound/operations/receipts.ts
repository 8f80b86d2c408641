import { documentSaves } from '#kernel/document-operations.ts'
import { withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { requestDecisionFields } from '#kernel/request-fields.ts'
import { pick } from '#kernel/table.ts'
import { lastCancelReason } from '#areas/inventory/operations/report-fields.ts'
import { serials } from '#areas/inventory/tables/serial.ts'
import { receipt, receiptDocument, receiptLine } from '../tables/receipt.ts'
import { receivingLines } from './receiving.ts'
import { receiptStatus } from '../rules/receipt-status.ts'

/** Sums exclude cancelled receipts. */
const STATE_CD = withOptions(receipt.fields.STATE_CD, { voids: [receiptStatus.cancelled] })

export const receiptRequests = defineQuery({
  name: 'inbound/receipt-requests',
  title: label('입고요청 조회', 'Receipt requests'),
  action: 'search',
  scope: 'warehouse-owner',
  search: receipt.fields,
  output: { ...receipt.fields, STATE_CD, ...requestDecisionFields },
})

/** Receipts with line totals. Accessible by number from every screen that processes receipts. */
export const receipts = defineQuery({
  name: 'inbound/receipts',
  title: label('입고예정 조회', 'Receipts'),
  with: [receiptRequests, receivingLines],
  action: 'search',
  scope: 'warehouse-owner',
  search: receipt.fields,
  output: { ...receipt.fields, STATE_CD, LAST_CANCEL_REASON: lastCancelReason },
})

export const receiptLines = defineQuery({
  name: 'inbound/receipt-lines',
  title: label('입고예정 행 조회', 'Receipt lines'),
  action: 'search',
  scope: 'warehouse-owner',
  search: receiptLine.fields,
  output: receiptLine.fields,
})

export const receiptSaves = documentSaves({
  area: 'inbound',
  plural: 'receipts',
  title: label('입고예정', 'receipts'),
  document: receiptDocument,
})

const requestedLine = pick(receiptLine, [
  'RECEIPT_NO',
  'LINE_NO',
  'OWNER_CD',
  ...receiptDocument.lineColumns,
])

/** Lines of sample requests that staff have not yet processed, across all documents. */
export const requestedSampleLines = defineQuery({
  name: 'inbound/requested-sample-lines',
  title: label('샘플 입고요청 행 조회', 'Lines of sample requests'),
  action: 'search',
  scope: 'warehouse-owner',
  search: { ...requestedLine, ...pick(receipt, ['RECEIPT_DT', 'OWNER_ORDER_NO']) },
  output: {
    ...requestedLine,
    ...pick(receiptLine, ['STOCK_NM']),
    ...pick(receipt, ['SUPPLIER_CD', 'SUPPLIER_NM', 'RECEIPT_DT', 'OWNER_ORDER_NO']),
    ...pick(receiptLine, ['UPDATED_BY', 'UPDATED_AT']),
  },
})

/** Changes, adds and deletes lines of sample requests across documents. */
export const changeRequestedSampleLines = defineProcedure({
  name: 'inbound/change-requested-sample-lines',
  title: label('샘플 입고요청 행 수정', 'Change lines of sample requests'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    ...requestedLine,
    RECEIPT_NO: withOptions(receiptLine.fields.RECEIPT_NO, { required: true }),
    // The owner is taken from the document.
    OWNER_CD: withOptions(receiptLine.fields.OWNER_CD, { required: false }),
  },
})

export const decideReceiptRequests = defineProcedure({
  name: 'inbound/decide-requests',
  title: label('입고요청 접수·반려', 'Accept or reject requests'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    RECEIPT_NO: withOptions(receipt.fields.RECEIPT_NO, { required: true }),
    ...requestDecisionFields,
  },
})

/** Uploads expected receipts. Rows with the same owner order number and date form one receipt. */
export const uploadReceipts = defineProcedure({
  name: 'inbound/upload-receipts',
  title: label('입고 엑셀업로드', 'Upload receipts'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    ...pick(receipt, ['OWNER_CD', 'RECEIPT_DT']),
    OWNER_ORDER_NO: withOptions(receipt.fields.OWNER_ORDER_NO, { required: true }),
    SUPPLIER_CD: receipt.fields.SUPPLIER_CD,
    ...pick(receiptLine, [
      'STOCK_CD',
      'STOCK_NM',
      'ORDER_QTY',
      'LOT_NO',
      'MADE_DT',
      'VALID_DT',
      'CELL_CD',
      'SERIALS',
      'REMARK',
    ]),
    // Empty means an ordinary receipt.
    ORDER_KIND_CD: withOptions(receipt.fields.ORDER_KIND_CD, { required: false }),
    SHIPMENT_NO: receipt.fields.SHIPMENT_NO,
    BLIND_YN: receipt.fields.BLIND_YN,
  },
})

/**
 * Adds expected serials to the lines of a receipt, one number or range per row. Without a line
 * number, they are added to the first lines of their item that have fewer serials than pieces.
 */
export const uploadSerials = defineProcedure({
  name: 'inbound/upload-serials',
  title: label('시리얼 엑셀업로드', 'Upload serials'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    RECEIPT_NO: withOptions(receiptLine.fields.RECEIPT_NO, { required: true }),
    STOCK_CD: receiptLine.fields.STOCK_CD,
    SERIALS: withOptions(serials, { required: true }),
    LINE_NO: withOptions(receiptLine.fields.LINE_NO, {
      label: label('입고 행', 'Receipt line'),
      required: false,
      width: 70,
    }),
  },
})
