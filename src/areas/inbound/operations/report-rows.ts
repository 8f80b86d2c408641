import { cubicMetres, date, integer, measure, quantity, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { cancelFields, countedId } from '#areas/inventory/operations/report-fields.ts'
import { lotId } from '#areas/inventory/operations/work-fields.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { receipt, receiptLine } from '../tables/receipt.ts'

const maxOneYear = { maxSpan: { count: 12, unit: 'months' } } as const
const sums = { footer: 'SUM' } as const
const kg = measure(label('kg', 'kg'), 3, sums)
const cbm = cubicMetres(label('CBM', 'CBM'))

const documentColumns = {
  ...pick(receipt, ['RECEIPT_NO', 'OWNER_CD', 'OWNER_NM', 'SUPPLIER_CD', 'SUPPLIER_NM']),
  RECEIPT_DT: withOptions(receipt.fields.RECEIPT_DT, maxOneYear),
  ...pick(receipt, ['OWNER_ORDER_NO', 'SAMPLE_YN']),
  ...pick(receiptLine, ['LINE_NO', 'STOCK_CD', 'STOCK_NM']),
}

/**
 * Lines of accepted receipts with their results compared to the expected date. Contains no cells or
 * staff because owners use it too.
 */
export const receiptWork = defineQuery({
  name: 'inbound/receipt-work',
  title: label('입고 실적 행', 'Receipt lines, expected and received'),
  menus: ['ReceiptReport'],
  action: 'search',
  scope: 'warehouse-owner',
  unit: 'UNIT_CD',
  search: { ...documentColumns, STATE_CD: receipt.fields.STATE_CD },
  output: {
    ...documentColumns,
    STATE_CD: receipt.fields.STATE_CD,
    UNIT_CD: stock.fields.UNIT_CD,
    ...pick(receiptLine, ['ORDER_QTY', 'RECEIVE_QTY', 'REJECT_QTY', 'OPEN_QTY']),
    ON_TIME_QTY: quantity(label('기한 내', 'On time'), { zeroAsEmpty: true }),
    LATE_QTY: quantity(label('지연', 'Late'), { zeroAsEmpty: true }),
    LATE_DAYS: integer(label('지연일수', 'Days late'), { zeroAsEmpty: true, width: 80 }),
    CBM: cbm,
    KG: kg,
    LINE_ID: countedId,
    /** Null for corrections, which count neither as documents nor as lines. */
    DOC_ID: countedId,
  },
})

const doneColumns = {
  ...documentColumns,
  BUSINESS_DT: date(label('입고일', 'Receipt date'), maxOneYear),
  ...pick(receiptLine, ['LOT_NO', 'MARK', 'PLOT', 'MADE_DT', 'VALID_DT']),
}

/** Receipts, one row per posting, with their lot. Later reversals are negative rows. */
export const receivings = defineQuery({
  name: 'inbound/receivings',
  title: label('입고 수불 내역', 'Receipt movements'),
  menus: ['ReceiptReportByLot'],
  action: 'search',
  scope: 'warehouse-owner',
  unit: 'UNIT_CD',
  search: doneColumns,
  output: {
    ...doneColumns,
    LOT_ID: lotId,
    UNIT_CD: stock.fields.UNIT_CD,
    RECEIVE_QTY: quantity(label('입고', 'Received')),
    CBM: cbm,
    KG: kg,
  },
})

const cancelledColumns = {
  ...cancelFields,
  ...pick(receipt, ['RECEIPT_NO', 'OWNER_CD', 'OWNER_NM', 'SUPPLIER_CD', 'SUPPLIER_NM']),
  ...pick(receiptLine, ['LINE_NO', 'STOCK_CD', 'STOCK_NM']),
}

export const cancelledReceipts = defineQuery({
  name: 'inbound/cancelled-receipts',
  title: label('입고취소 상세', 'Cancelled receipts (detail)'),
  menus: ['ReceiptCancelReport'],
  action: 'search',
  scope: 'warehouse-owner',
  unit: 'UNIT_CD',
  search: cancelledColumns,
  output: { ...cancelledColumns, UNIT_CD: stock.fields.UNIT_CD, LINE_ID: countedId },
})
