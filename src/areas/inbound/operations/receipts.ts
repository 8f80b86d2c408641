import { vary } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { requestDecision } from '#kernel/request-fields.ts'
import { pick } from '#kernel/table.ts'
import { receipt, receiptLine } from '../tables/receipt.ts'

const receiptMenus = [
  'ReceiptCreate',
  'ReceiptCreateSample',
  'ReceiptModifySampleByOrder',
  'CReceiptModifySampleByOrder',
  'CReceiptCreateSingle',
  'CReceiptCreateSingleSample',
  'CReceiptManagement',
  'ReceivingByOrder',
  'BulkReceiving',
  'PrintConfirm',
]

/** Receipts with the sums of their lines. */
export const receipts = defineQuery({
  name: 'inbound/receipts',
  title: label('입고예정 조회', 'Receipts'),
  menus: receiptMenus,
  action: 'search',
  scope: 'warehouse-owner',
  search: receipt.fields,
  output: receipt.fields,
})

/** Lines of receipts. */
export const receiptLines = defineQuery({
  name: 'inbound/receipt-lines',
  title: label('입고예정 행 조회', 'Receipt lines'),
  menus: receiptMenus,
  action: 'search',
  scope: 'warehouse-owner',
  search: receiptLine.fields,
  output: receiptLine.fields,
})

const saveOf = (name: string, title: Label, menu: string) =>
  defineProcedure({
    name: `inbound/${name}`,
    title,
    menus: [menu],
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

/** Receipts with lines, new and changed, saved together. */
export const saveReceipts = saveOf(
  'save-receipts',
  label('입고예정 저장', 'Save receipts'),
  'ReceiptCreate',
)

/** The same for samples, which have numbers of their own and stay apart from other goods. */
export const saveSampleReceipts = saveOf(
  'save-sample-receipts',
  label('샘플 입고예정 저장', 'Save sample receipts'),
  'ReceiptCreateSample',
)

/** What customers ask for: nothing comes in on it until staff accept it. */
export const requestReceipts = saveOf(
  'request-receipts',
  label('입고요청 저장', 'Request receipts'),
  'CReceiptCreateSingle',
)

export const requestSampleReceipts = saveOf(
  'request-sample-receipts',
  label('샘플 입고요청 저장', 'Request sample receipts'),
  'CReceiptCreateSingleSample',
)

/** Samples that nothing was done for yet: changed or cancelled, none made. */
export const changeSampleReceipts = saveOf(
  'change-sample-receipts',
  label('샘플 입고 수정', 'Change sample receipts'),
  'ReceiptModifySampleByOrder',
)

/** The customers' own, until staff have answered. */
export const changeRequestedSampleReceipts = saveOf(
  'change-requested-sample-receipts',
  label('샘플 입고요청 수정', 'Change requested sample receipts'),
  'CReceiptModifySampleByOrder',
)

/** Requests that wait for an answer. */
export const receiptRequests = defineQuery({
  name: 'inbound/receipt-requests',
  title: label('입고요청 조회', 'Receipt requests'),
  menus: ['CReceiptManagement'],
  action: 'search',
  scope: 'warehouse-owner',
  search: receipt.fields,
  output: { ...receipt.fields, ...requestDecision },
})

/** Accepts requests, or rejects them with a reason. */
export const decideReceiptRequests = defineProcedure({
  name: 'inbound/decide-requests',
  title: label('입고요청 접수·반려', 'Accept or reject'),
  menus: ['CReceiptManagement'],
  action: 'save',
  scope: 'warehouse-owner',
  input: { RECEIPT_NO: vary(receipt.fields.RECEIPT_NO, { required: true }), ...requestDecision },
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
