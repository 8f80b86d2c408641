import { documentInput } from '#kernel/document.ts'
import { flag, quantity, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import {
  scmOrder,
  scmOrderLine,
  scmOrderLog,
  scmReceiptDocument,
  scmShipmentDocument,
} from '../tables/scm-order.ts'
import { scmStatus } from '../rules/scm-status.ts'

/** Sums exclude rejected and cancelled orders. */
const STATE_CD = withOptions(scmOrder.fields.STATE_CD, {
  voids: [scmStatus.rejected, scmStatus.cancelled],
})

export const scmOrders = defineQuery({
  name: 'supply-chain/orders',
  title: label('공급망 오더 조회', 'Supply chain orders'),
  action: 'search',
  scope: 'warehouse-owner',
  search: scmOrder.fields,
  output: { ...scmOrder.fields, STATE_CD },
})

export const scmSerialOrders = defineQuery({
  name: 'supply-chain/serial-orders',
  title: label('시리얼 오더 조회', 'Orders with serials'),
  action: 'search',
  scope: 'warehouse-owner',
  search: scmOrder.fields,
  output: {
    ...scmOrder.fields,
    STATE_CD,
    SERIAL_QTY: quantity(label('시리얼', 'Serials'), { zeroAsEmpty: true }),
    SERIAL_OPEN_QTY: quantity(label('시리얼 누락', 'Without serial'), { zeroAsEmpty: true }),
  },
})

export const scmOrderLines = defineQuery({
  name: 'supply-chain/order-lines',
  title: label('공급망 오더 행 조회', 'Order lines'),
  with: [scmOrders],
  action: 'search',
  scope: 'warehouse-owner',
  search: scmOrderLine.fields,
  output: scmOrderLine.fields,
})

export const scmOrderHistory = defineQuery({
  name: 'supply-chain/order-history',
  title: label('오더 이력 조회', 'Order history'),
  with: [scmOrders, scmSerialOrders],
  action: 'search',
  scope: 'warehouse-owner',
  search: {
    ...pick(scmOrder, ['OWNER_CD']),
    ...pick(scmOrderLog, ['SCM_NO', 'EVENT_CD', 'LOGGED_AT']),
  },
  output: scmOrderLog.fields,
})

const saves = { action: 'save', scope: 'warehouse-owner' } as const

export const saveReceiptOrders = defineProcedure({
  name: 'supply-chain/save-receipt-orders',
  title: label('입고오더 저장', 'Save receipt orders'),
  menus: ['ScmInputPopup'],
  ...saves,
  ...documentInput(scmReceiptDocument),
})

export const saveShipmentOrders = defineProcedure({
  name: 'supply-chain/save-shipment-orders',
  title: label('출고오더 저장', 'Save shipment orders'),
  menus: ['ScmInputPopup'],
  ...saves,
  ...documentInput(scmShipmentDocument),
})

/** Orders whose pieces all ship with a serial number. */
export const saveSerialOrders = defineProcedure({
  name: 'supply-chain/save-serial-orders',
  title: label('시리얼 출고오더 저장', 'Save orders with serials'),
  ...saves,
  ...documentInput(scmShipmentDocument),
})

const orderNo = withOptions(scmOrder.fields.SCM_NO, { required: true })
/** Grants the steps of an order with the screens that show orders. */
const steps = { ...saves, with: [scmOrders, scmSerialOrders] }
/** Popups in which lines can be accepted partly. */
const partialPopups = ['ScmReceiptPopup', 'ScmShipmentPopup']
const qtyToAccept = quantity(label('접수수량', 'Accept qty'), { zeroAsEmpty: true })

export const scmOpenLines = defineQuery({
  name: 'supply-chain/open-lines',
  title: label('접수대상 행 조회', 'Lines to accept'),
  menus: partialPopups,
  with: [scmOrders, scmSerialOrders],
  action: 'search',
  scope: 'warehouse-owner',
  search: {
    ...pick(scmOrderLine, ['SCM_NO', 'OWNER_CD', 'STOCK_CD']),
    KIND_CD: scmOrder.fields.KIND_CD,
  },
  output: {
    ...pick(scmOrderLine, ['SCM_NO', 'LINE_NO', 'OWNER_CD', 'STOCK_CD', 'STOCK_NM', 'ORDER_QTY']),
    ...pick(scmOrderLine, ['ACCEPT_QTY', 'OPEN_QTY']),
    KIND_CD: scmOrder.fields.KIND_CD,
    NOW_QTY: qtyToAccept,
    PROMISED_DT: scmOrder.fields.PROMISED_DT,
  },
})

/**
 * Accepts the open quantity of orders as one receipt or shipment each, or the given quantity of a
 * line. If a line of an order is given, its other lines remain requested.
 */
export const acceptOrders = defineProcedure({
  name: 'supply-chain/accept-orders',
  title: label('접수', 'Accept'),
  ...steps,
  menus: partialPopups,
  input: {
    SCM_NO: orderNo,
    LINE_NO: scmOrderLine.fields.LINE_NO,
    NOW_QTY: qtyToAccept,
    PROMISED_DT: scmOrder.fields.PROMISED_DT,
  },
})

const reason = text(label('사유', 'Reason'), { width: 220, maxLength: 200, required: true })

export const rejectOrders = defineProcedure({
  name: 'supply-chain/reject-orders',
  title: label('반려', 'Reject'),
  ...steps,
  input: { SCM_NO: orderNo, REASON: reason },
})

/** Cancels orders and their documents if work has not started. */
export const cancelOrders = defineProcedure({
  name: 'supply-chain/cancel-orders',
  title: label('오더 취소', 'Cancel orders'),
  ...steps,
  input: { SCM_NO: orderNo },
})

/** Activates or deactivates orders before work starts. Inactive orders are in no plan. */
export const switchOrders = defineProcedure({
  name: 'supply-chain/switch-orders',
  title: label('활성 전환', 'Activate or deactivate'),
  ...steps,
  input: {
    SCM_NO: orderNo,
    ACTIVE_YN: flag(label('활성', 'Active'), { default: null, required: true }),
    REASON: reason,
  },
})
