import { date, integer, lookup, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'

export { changeFields, remark, useFlag } from '#areas/system/tables/common-fields.ts'

/** References to master rows that many tables share. Describe them only here. */
export const ownerRef = lookup(label('화주', 'Owner'), 'owner', {
  required: true,
  width: 90,
  fills: { OWNER_NM: 'NAME' },
})
export const ownerNameRef = text(label('화주명', 'Owner name'), { width: 120 })
export const supplierRef = lookup(label('공급처', 'Supplier'), 'supplier', {
  width: 90,
  fills: { SUPPLIER_NM: 'NAME' },
})
export const supplierNameRef = text(label('공급처명', 'Supplier name'), { width: 130 })
export const shipToRef = lookup(label('배송처', 'Ship-to'), 'ship-to', {
  width: 90,
  fills: { SHIP_TO_NM: 'NAME' },
})
export const shipToNameRef = text(label('배송처명', 'Ship-to name'), { width: 150 })
export const stockRef = lookup(label('품목코드', 'Item code'), 'stock', {
  required: true,
  width: 110,
  fills: { STOCK_NM: 'NAME' },
})
export const stockNameRef = text(label('품목명', 'Item name'), { width: 220, maxLength: 200 })
export const zoneRef = lookup(label('존', 'Zone'), 'zone', { width: 70 })
export const cellRef = lookup(label('셀', 'Cell'), 'cell', { width: 100 })
/** Purpose of a receipt or shipment. Prices can be limited to one kind. */
export const orderKind = select(label('주문구분', 'Order kind'), 'order-kind', {
  required: true,
  default: 'NORMAL',
  width: 80,
})
export const lotNo = text(label('로트', 'Lot'), { width: 110, maxLength: 50, halfWidth: true })
export const mark = text(label('마크', 'Mark'), { width: 90, maxLength: 50, halfWidth: true })
export const plot = text(label('플롯', 'Plot'), { width: 90, maxLength: 50, halfWidth: true })
export const madeDate = date(label('제조일', 'Production date'))
export const receivedDate = date(label('입고일', 'Receipt date'))
export const validDate = date(label('유통기한', 'Expiry date'))
/** Required days until expiry on receipt, set on the item or otherwise on its owner. */
export const receiptLifeDays = integer(label('입고 최소잔여일', 'Min. days on receipt'), {
  width: 100,
  min: 0,
  max: 3650,
})
