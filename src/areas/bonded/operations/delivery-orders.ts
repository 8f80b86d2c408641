import { dateTime, money, select, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { definePrintOut, defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { bill } from '#areas/freight/tables/bill.ts'
import { booking } from '#areas/freight/tables/booking.ts'
import { deliveryOrder } from '../tables/delivery-order.ts'
import { bondedCargo } from '../tables/cargo.ts'
import { ARRIVE_DT } from './arrivals-to-notify.ts'

const nameField = (ko: string, en: string) => text(label(ko, en), { width: 130 })
// Bookings name companies but no owner, so owner-restricted users have no access.
const reach = { scope: 'warehouse', bound: 'refused' } as const
const of = deliveryOrder.fields

const NOTICE_CD = select(label('도착통지', 'Arrival notice'), 'arrival-notice', { width: 80 })
const STATE_CD = select(label('D/O 상태', 'D/O status'), 'import-bill-state', { width: 80 })

/** Confirmed bills of imports with their arrival notice and delivery order. */
export const importBills = defineQuery({
  ...reach,
  name: 'bonded/import-bills',
  title: label('수입 B/L·AWB 조회', 'Import bills'),
  action: 'search',
  search: {
    ...pick(bill, ['BILL_ID', 'BILL_NO', 'CONSIGNEE_CD', 'VOYAGE_NO', 'FLIGHT_NO']),
    ...pick(deliveryOrder, ['DO_NO', 'CARGO_NO']),
    BOOKING_ID: withOptions(bill.fields.BOOKING_ID, { required: false }),
    STATE_CD,
    ARRIVE_DT,
    NOTICE_CD,
  },
  output: {
    ...pick(bill, ['BILL_ID', 'BILL_NO', 'KIND_CD', 'CONSIGNEE_CD']),
    ...pick(bill, ['POL_CD', 'POD_CD', 'VOYAGE_NO', 'FLIGHT_NO', 'GOODS_NM']),
    ...pick(bill, ['PACKAGE_QTY', 'PACKAGE_CD', 'WEIGHT_KG', 'CBM']),
    ...pick(booking, ['BOOKING_ID', 'BOOKING_NO', 'ETA', 'ATA']),
    ...pick(deliveryOrder, ['DO_NO', 'RECEIVER_CD', 'ORIGINAL_CD', 'CARGO_NO', 'VALID_DT']),
    ...pick(deliveryOrder, ['UNPAID_REASON', 'ISSUED_BY', 'ISSUED_AT', 'REMARK']),
    STATE_CD,
    CONSIGNEE_NM: nameField('수하인명', 'Consignee'),
    NOTIFY_NM: nameField('통지처명', 'Notify party'),
    RECEIVER_NM: nameField('인수인명', 'Receiver'),
    VESSEL_NM: nameField('선박명', 'Vessel'),
    MAIL_TO: text(label('통지 이메일', 'Notice email'), { width: 170 }),
    NOTICE_CD,
    SENT_AT: dateTime(label('통지일시', 'Notice sent at')),
    ARRIVE_DT,
    UNPAID_AMT: money(label('미수 운임(원)', 'Unpaid freight (KRW)'), {
      width: 110,
      minDecimals: 0,
      zeroAsEmpty: true,
    }),
    UNPAID_FX: text(label('외화 미수', 'Unpaid (foreign currency)'), { width: 110 }),
    BOND_NO: bondedCargo.fields.BOND_NO,
  },
})

const BILL_ID = withOptions(bill.fields.BILL_ID, { required: true })

/**
 * Issues the delivery order of import bills. Receiver and cargo number default to the consignee and
 * to the bonded cargo of the booking. Unpaid charges need a reason.
 */
export const issueDeliveryOrder = defineProcedure({
  ...reach,
  name: 'bonded/issue-delivery-order',
  title: label('D/O 발행', 'Issue delivery order'),
  with: [importBills],
  action: 'save',
  maxRows: 100,
  input: {
    BILL_ID,
    RECEIVER_CD: of.RECEIVER_CD,
    ORIGINAL_CD: withOptions(of.ORIGINAL_CD, { required: true }),
    CARGO_NO: of.CARGO_NO,
    VALID_DT: withOptions(of.VALID_DT, { required: true }),
    UNPAID_REASON: of.UNPAID_REASON,
    REMARK: of.REMARK,
  },
})

/** Withdraws issued orders before the cargo is released. */
export const withdrawDeliveryOrder = defineProcedure({
  ...reach,
  name: 'bonded/withdraw-delivery-order',
  title: label('D/O 회수', 'Withdraw delivery order'),
  with: [importBills],
  action: 'save',
  maxRows: 100,
  input: {
    DO_NO: withOptions(of.DO_NO, { required: true }),
    WITHDRAW_REASON: withOptions(of.WITHDRAW_REASON, { required: true }),
  },
})

/**
 * Emails arrival notices to the notify party, or to the consignee if the notify party has no
 * address.
 */
export const mailArrivalNotice = defineProcedure({
  ...reach,
  name: 'bonded/mail-arrival-notice',
  title: label('도착통지 메일', 'Email arrival notice'),
  with: [importBills],
  action: 'save',
  maxRows: 50,
  input: { BILL_ID },
})

export const orderColumns = [
  'DO_NO',
  'STATE_CD',
  'RECEIVER_CD',
  'ORIGINAL_CD',
  'CARGO_NO',
  'VALID_DT',
  'UNPAID_REASON',
  'ISSUED_BY',
  'ISSUED_AT',
  'WITHDRAW_REASON',
  'WITHDRAWN_BY',
  'WITHDRAWN_AT',
] as const

/** Orders of a bill, including withdrawn ones. */
export const deliveryOrders = defineQuery({
  ...reach,
  name: 'bonded/delivery-orders',
  title: label('D/O 이력', 'Delivery order history'),
  with: [importBills],
  action: 'search',
  search: { BILL_ID: bill.fields.BILL_ID },
  output: pick(deliveryOrder, ['BILL_ID', ...orderColumns]),
})

export const arrivalNoticePrintOut = definePrintOut({
  ...reach,
  name: 'bonded/arrival-notice-print',
  title: label('도착통지서 인쇄', 'Print arrival notice'),
  with: [importBills],
  action: 'print',
  input: { BILL_ID },
})

export const deliveryOrderPrintOut = definePrintOut({
  ...reach,
  name: 'bonded/delivery-order-print',
  title: label('D/O 인쇄', 'Print delivery order'),
  with: [importBills],
  action: 'print',
  input: { DO_NO: withOptions(of.DO_NO, { required: true }) },
})
