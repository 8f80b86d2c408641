import { date, integer, cubicMetres, measure, quantity, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { defineSummary, distinct, rowCount } from '#kernel/summary.ts'
import { pick } from '#kernel/table.ts'
import { receipt, receiptLine } from '#areas/inbound/tables/receipt.ts'
import { adjustRequest } from '#areas/inventory/tables/adjust-request.ts'
import { stockMovement } from '#areas/inventory/tables/stock-movement.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { cellRef } from '#areas/master/tables/references.ts'
import { shipment, shipmentLine } from '#areas/outbound/tables/shipment.ts'
import { charge, exactAmount } from '../tables/charge.ts'

const minQuantity = -999_999_999
const workDay = date(label('일자', 'Date'), { maxSpan: { count: 12, unit: 'months' } })
/** The date, and the month to which the owner's closing day assigns it. */
const workDays = { WORK_DT: workDay, OF_MONTH: charge.fields.OF_MONTH }
const signedQuantity = (ko: string, en: string) => quantity(label(ko, en), { min: minQuantity })
const openSigned = (ko: string, en: string) => {
  return quantity(label(ko, en), { min: minQuantity, zeroAsEmpty: true })
}
/** Both are negative for reversals. */
const volumeFields = {
  CBM: cubicMetres(label('CBM', 'CBM'), { min: minQuantity }),
  KG: measure(label('kg', 'kg'), 3, { footer: 'SUM', min: minQuantity }),
}
const CHARGE_AMT = exactAmount(label('청구금액(원)', 'Charged (KRW)'))
const ledgerFields = pick(stockMovement, ['MOVEMENT_NO', 'REASON', 'REVERSES_NO', 'USER_ID'])
const itemFields = {
  ...pick(stockMovement, ['OWNER_CD', 'STOCK_CD', 'STOCK_NM']),
  UNIT_CD: stock.fields.UNIT_CD,
}
const base = { action: 'search', scope: 'warehouse-owner', unit: 'UNIT_CD' } as const

/** Receipts as recorded in the ledger, one row per posting. Reversals are negative. */
export const realReceipts = defineQuery({
  ...base,
  name: 'billing/real-receipts',
  title: label('실입고내역', 'Actual receipts'),
  search: {
    ...workDays,
    ...pick(receipt, ['OWNER_CD', 'SUPPLIER_CD', 'RECEIPT_NO']),
    ...pick(receiptLine, ['STOCK_CD', 'LOT_NO']),
  },
  output: {
    ...workDays,
    ...pick(receipt, ['RECEIPT_NO', 'SUPPLIER_CD', 'SUPPLIER_NM']),
    LINE_NO: receiptLine.fields.LINE_NO,
    ...itemFields,
    ORDER_QTY: withOptions(receiptLine.fields.ORDER_QTY, { required: false }),
    RECEIVE_QTY: signedQuantity('입고', 'Received'),
    REJECT_QTY: receiptLine.fields.REJECT_QTY,
    OPEN_QTY: openSigned('차이', 'Difference'),
    CHARGE_AMT,
    ...pick(stockMovement, ['LOT_NO', 'VALID_DT']),
    CELL_CD: cellRef,
    ...volumeFields,
    ...ledgerFields,
  },
})

export const realShipments = defineQuery({
  ...base,
  name: 'billing/real-shipments',
  title: label('실출고내역', 'Actual shipments'),
  search: {
    ...workDays,
    ...pick(shipment, ['OWNER_CD', 'SHIP_TO_CD', 'SHIPMENT_NO']),
    ...pick(shipmentLine, ['STOCK_CD', 'LOT_NO']),
  },
  output: {
    ...workDays,
    ...pick(shipment, ['SHIPMENT_NO', 'SHIP_TO_CD', 'SHIP_TO_NM']),
    LINE_NO: shipmentLine.fields.LINE_NO,
    ...itemFields,
    ORDER_QTY: withOptions(shipmentLine.fields.ORDER_QTY, { required: false }),
    SHIP_QTY: signedQuantity('출하', 'Shipped'),
    SHORT_QTY: openSigned('부족', 'Short'),
    BOX_COUNT: integer(label('박스', 'Boxes'), { zeroAsEmpty: true }),
    CHARGE_AMT,
    ...pick(stockMovement, ['LOT_NO', 'VALID_DT']),
    CELL_CD: cellRef,
    ...volumeFields,
    ...ledgerFields,
  },
})

export const realShipmentsByStock = defineSummary(realShipments, {
  name: 'billing/real-shipments-by-stock',
  title: label('품목별 실출고내역', 'Actual shipments by item'),
  by: ['OWNER_CD', 'STOCK_CD'],
  sums: ['ORDER_QTY', 'SHIP_QTY', 'SHORT_QTY', 'BOX_COUNT', 'CBM', 'KG', 'CHARGE_AMT'],
  measures: {
    SHIPMENT_COUNT: distinct(integer(label('출고전표', 'Shipments')), 'SHIPMENT_NO'),
    SHIP_TO_COUNT: distinct(integer(label('배송처수', 'Ship-tos')), 'OWNER_CD', 'SHIP_TO_CD'),
    ROW_COUNT: rowCount(),
  },
  offers: ['WORK_DT', 'OF_MONTH', 'OWNER_CD', 'STOCK_CD', 'SHIP_TO_CD', 'SHIPMENT_NO', 'LOT_NO'],
})

export const adjustments = defineQuery({
  ...base,
  name: 'billing/adjustments',
  title: label('재고조정내역', 'Stock adjustments'),
  search: {
    ...workDays,
    ...pick(stockMovement, ['OWNER_CD', 'STOCK_CD', 'DOC_NO', 'LOT_NO', 'USER_ID']),
  },
  output: {
    ...workDays,
    DOC_NO: stockMovement.fields.DOC_NO,
    ...itemFields,
    ADJUST_QTY: signedQuantity('조정 ±', 'Adjusted ±'),
    LOT_NO: stockMovement.fields.LOT_NO,
    VALID_DT: stockMovement.fields.VALID_DT,
    CELL_CD: cellRef,
    ...volumeFields,
    REASON: withOptions(stockMovement.fields.REASON, { width: 180 }),
    USER_ID: stockMovement.fields.USER_ID,
    APPROVED_BY: text(label('승인자', 'Approved by'), { width: 90 }),
    REQUESTED_BY: adjustRequest.fields.REQUESTED_BY,
    COUNT_JOB_NO: text(label('실사작업', 'Count job'), { width: 150 }),
    MOVEMENT_NO: stockMovement.fields.MOVEMENT_NO,
    REVERSES_NO: stockMovement.fields.REVERSES_NO,
  },
})
