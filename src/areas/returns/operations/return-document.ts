import { date, quantity, select, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineDocument } from '#kernel/document.ts'
import { pick, type Table } from '#kernel/table.ts'
import { receipt, receiptLine } from '#areas/inbound/tables/receipt.ts'
import { returnOrder } from '../tables/return-order.ts'

const partQuantity = (ko: string, en: string) =>
  quantity(label(ko, en), { zeroAsEmpty: true, width: 70 })

/** Quantities of a return line: by grade, undecided and disposed of. */
export const outcomeColumns = {
  GRADED_QTY: partQuantity('검품', 'Inspected'),
  A_QTY: partQuantity('양품', 'Good'),
  B_QTY: partQuantity('B급', 'Second grade'),
  C_QTY: partQuantity('불량', 'Defective'),
  X_QTY: partQuantity('타상품', 'Unexpected'),
  WAIT_QTY: partQuantity('처분대기', 'Awaiting disposition'),
  PLACED_QTY: partQuantity('처분', 'Disposition done'),
}

const arrived = quantity(label('도착', 'Arrived'), { zeroAsEmpty: true })

const returnFields = {
  RECEIPT_NO: returnOrder.fields.RECEIPT_NO,
  ...pick(receipt, ['WCODE', 'OWNER_CD', 'OWNER_NM', 'SHIPMENT_NO', 'OWNER_ORDER_NO']),
  ...pick(returnOrder, ['RETURN_KIND_CD', 'REASON_CD', 'PAYER_CD']),
  ...pick(returnOrder, ['ORIGIN_WAYBILL_NO', 'COLLECT_WAYBILL_NO']),
  RECEIPT_DT: date(label('도착예정일', 'Expected date'), { required: true }),
  STATE_CD: select(label('상태', 'Status'), 'return-state', { width: 80 }),
  LINE_COUNT: receipt.fields.LINE_COUNT,
  ORDER_QTY: quantity(label('접수', 'Requested')),
  RECEIVE_QTY: arrived,
  ...pick(receipt, ['REMARK', 'UPDATED_BY', 'UPDATED_AT']),
}

const lineFields = {
  RECEIPT_NO: returnOrder.fields.RECEIPT_NO,
  ...pick(receiptLine, ['LINE_NO', 'OWNER_CD', 'STOCK_CD', 'STOCK_NM']),
  ORDER_QTY: withOptions(receiptLine.fields.ORDER_QTY, { label: label('접수', 'Requested') }),
  RECEIVE_QTY: arrived,
  ...pick(receiptLine, ['LOT_NO', 'SERIAL_NO', 'VALID_DT', 'CELL_CD', 'REMARK']),
  ...outcomeColumns,
  ...pick(receiptLine, ['UPDATED_BY', 'UPDATED_AT']),
}

/** A receipt of kind RETURN joined with its return data. */
export const returnHeader: Table<typeof returnFields> = {
  ...receipt,
  title: returnOrder.title,
  fields: returnFields,
}

export const returnLine: Table<typeof lineFields> = {
  ...receiptLine,
  title: label('반품 행', 'Return line'),
  fields: lineFields,
}

export const returnDocument = defineDocument({
  header: returnHeader,
  lines: returnLine,
  number: 'RECEIPT_NO',
  headerColumns: [
    'OWNER_CD',
    'RETURN_KIND_CD',
    'SHIPMENT_NO',
    'REASON_CD',
    'PAYER_CD',
    'ORIGIN_WAYBILL_NO',
    'COLLECT_WAYBILL_NO',
    'RECEIPT_DT',
    'OWNER_ORDER_NO',
    'REMARK',
  ],
  lineColumns: ['STOCK_CD', 'ORDER_QTY', 'LOT_NO', 'SERIAL_NO', 'VALID_DT', 'CELL_CD', 'REMARK'],
})
