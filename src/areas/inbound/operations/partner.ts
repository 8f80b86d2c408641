import { label } from '#kernel/label.ts'
import { withOptions } from '#kernel/field.ts'
import { pick } from '#kernel/table.ts'
import {
  partnerOperations,
  resultList,
  resultQuantity,
} from '#areas/master/operations/partner-messages.ts'
import { receipt, receiptLine } from '../tables/receipt.ts'

export const receiptMessageFields = {
  OWNER_ORDER_NO: withOptions(receipt.fields.OWNER_ORDER_NO, { required: true }),
  ...pick(receipt, ['RECEIPT_DT', 'SUPPLIER_CD']),
  ...pick(receiptLine, ['STOCK_CD', 'ORDER_QTY', 'LOT_NO', 'MADE_DT', 'VALID_DT', 'CELL_CD']),
  SERIALS: receiptLine.fields.SERIALS,
  REMARK: receiptLine.fields.REMARK,
}

/** Fields that only results contain: the actual quantities and serials. */
export const receiptMessageResults = {
  RESULT_QTY: resultQuantity(label('입고수량', 'Received')),
  REJECT_QTY: receiptLine.fields.REJECT_QTY,
  SERIAL_NOS: resultList(label('시리얼', 'Serials')),
}

export const receiptMessages = partnerOperations({
  area: 'inbound',
  title: label('입고', 'receipts'),
  fields: receiptMessageFields,
  results: receiptMessageResults,
})
