import { dateTime, integer, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { stockBalance } from '#areas/inventory/tables/stock-balance.ts'
import { stockMovement } from '#areas/inventory/tables/stock-movement.ts'
import { receipt, receiptLine } from '../tables/receipt.ts'

const rejectNo = integer(label('불합격번호', 'Rejection no.'), { width: 80, zeroAsEmpty: true })
const reason = text(label('취소사유', 'Cancellation reason'), { width: 160, maxLength: 200 })

/**
 * Receipt postings that have not been reversed, and rejections. If one can no longer be cancelled,
 * includes the reason.
 */
export const receivedMovements = defineQuery({
  name: 'inbound/received-movements',
  title: label('입고실적 조회', 'Actual receipts'),
  action: 'search',
  scope: 'warehouse-owner',
  search: {
    ...pick(receipt, ['OWNER_CD', 'RECEIPT_NO', 'RECEIPT_DT', 'SUPPLIER_CD', 'OWNER_ORDER_NO']),
    STOCK_CD: receiptLine.fields.STOCK_CD,
    BUSINESS_DT: withOptions(stockMovement.fields.BUSINESS_DT, {
      label: label('입고일', 'Receipt date'),
    }),
  },
  output: {
    ...pick(receipt, ['RECEIPT_NO', 'STATE_CD', 'OWNER_CD', 'OWNER_ORDER_NO', 'RECEIPT_DT']),
    SUPPLIER_CD: receipt.fields.SUPPLIER_CD,
    ...pick(receiptLine, ['LINE_NO', 'STOCK_CD', 'STOCK_NM']),
    MOVEMENT_NO: stockMovement.fields.MOVEMENT_NO,
    REJECT_NO: rejectNo,
    REJECT_REASON: text(label('불합격사유', 'Rejection reason'), { width: 140 }),
    BUSINESS_DT: withOptions(stockMovement.fields.BUSINESS_DT, {
      label: label('입고일', 'Receipt date'),
    }),
    POSTED_AT: dateTime(label('입고일시', 'Received at')),
    ...pick(stockBalance, ['CELL_CD', 'LOT_NO', 'VALID_DT', 'PALLET_NO', 'BOX_NO']),
    QTY: stockMovement.fields.QTY,
    BLOCKED: text(label('취소 불가 사유', 'Reason not cancellable'), { width: 200 }),
    USER_ID: stockMovement.fields.USER_ID,
    REASON: reason,
  },
})

/**
 * Cancels receiving by MOVEMENT_NO: the stock returns from its cell to the supplier and the line is
 * open again. Cancels rejections by REJECT_NO.
 */
export const cancelReceiving = defineProcedure({
  name: 'inbound/cancel-receiving',
  title: label('입고취소', 'Cancel receiving'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    RECEIPT_NO: withOptions(receipt.fields.RECEIPT_NO, { required: true }),
    MOVEMENT_NO: stockMovement.fields.MOVEMENT_NO,
    REJECT_NO: rejectNo,
    REASON: withOptions(reason, { required: true }),
  },
})
