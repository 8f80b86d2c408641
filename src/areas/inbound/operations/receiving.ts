import { code, flag, integer, quantity, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { definePrintOut, defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { serials } from '#areas/inventory/tables/serial.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { receipt, receiptLine } from '../tables/receipt.ts'

const qtyToReceive = quantity(label('입고수량', 'Receive qty'), { width: 90 })
const rejectionFields = {
  REJECT_NOW_QTY: quantity(label('불합격수량', 'Reject qty'), {
    min: 0,
    width: 90,
    zeroAsEmpty: true,
  }),
  REJECT_REASON: text(label('불합격사유', 'Rejection reason'), { width: 140, maxLength: 200 }),
}
const damaged = quantity(label('불량수량', 'Damaged qty'), { min: 0, width: 90, zeroAsEmpty: true })
const handling = {
  PALLET_NO: code(label('파렛트', 'Pallet'), { width: 100 }),
  BOX_NO: code(label('박스', 'Box'), { width: 100 }),
}

const named = { SERIALS: serials }

const requiredToReceive = {
  RECEIPT_NO: withOptions(receiptLine.fields.RECEIPT_NO, { required: true }),
  LINE_NO: withOptions(receiptLine.fields.LINE_NO, { required: true }),
  CELL_CD: withOptions(receiptLine.fields.CELL_CD, { required: true }),
  NOW_QTY: withOptions(qtyToReceive, { required: true, min: 0 }),
}

export const receivingLines = defineQuery({
  name: 'inbound/receiving-lines',
  title: label('입고대상 조회', 'Lines to receive'),
  action: 'search',
  scope: 'warehouse-owner',
  search: pick(receipt, ['RECEIPT_NO', 'OWNER_CD', 'SUPPLIER_CD', 'RECEIPT_DT', 'OWNER_ORDER_NO']),
  output: {
    ...pick(receiptLine, ['RECEIPT_NO', 'LINE_NO', 'OWNER_CD', 'STOCK_CD', 'STOCK_NM']),
    BARCODE: code(label('바코드', 'Barcode'), { width: 120 }),
    BOX_QTY: stock.fields.BOX_QTY,
    ...pick(receipt, ['RECEIPT_DT', 'SUPPLIER_CD', 'OWNER_ORDER_NO']),
    ...pick(receiptLine, ['ORDER_QTY', 'RECEIVE_QTY', 'REJECT_QTY', 'OPEN_QTY']),
    NOW_QTY: qtyToReceive,
    DAMAGED_NOW_QTY: damaged,
    ...rejectionFields,
    ...pick(receiptLine, ['CELL_CD', 'LOT_NO', 'MADE_DT', 'VALID_DT']),
    UNMEASURED_YN: flag(label('CBM 미측정', 'CBM not measured'), { width: 90 }),
    ...handling,
    SERIAL_CD: stock.fields.SERIAL_CD,
    ANNOUNCED_QTY: integer(label('예정 시리얼 수', 'Expected serial count'), {
      zeroAsEmpty: true,
      width: 90,
    }),
    ...named,
  },
})

/**
 * Receives lines with quantity, lot, dates, pallet, box and cell, including damaged and rejected
 * quantities. Partial receipts remain open.
 */
export const receive = defineProcedure({
  name: 'inbound/receive',
  title: label('입고확정', 'Receive'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    ...pick(receiptLine, ['RECEIPT_NO', 'LINE_NO', 'CELL_CD', 'LOT_NO', 'MADE_DT', 'VALID_DT']),
    ...requiredToReceive,
    DAMAGED_NOW_QTY: damaged,
    ...rejectionFields,
    ...handling,
    ...named,
  },
})

/** Receives entire receipts as expected, into their own or the suggested cells. */
export const receiveBulk = defineProcedure({
  name: 'inbound/receive-bulk',
  title: label('일괄입고', 'Receive all'),
  action: 'save',
  scope: 'warehouse-owner',
  input: { RECEIPT_NO: withOptions(receipt.fields.RECEIPT_NO, { required: true }) },
})

export const receiptConfirmation = definePrintOut({
  name: 'inbound/confirmation',
  title: label('입고확인서', 'Receipt confirmation'),
  action: 'print',
  scope: 'warehouse-owner',
  input: { RECEIPT_NO: withOptions(receipt.fields.RECEIPT_NO, { required: true }) },
})
