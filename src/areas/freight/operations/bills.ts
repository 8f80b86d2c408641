import { code, dateTime, text, withOptions } from '#kernel/field.ts'
import { headerLineOperations } from '#kernel/header-line-operations.ts'
import { label } from '#kernel/label.ts'
import { definePrintOut, defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { bill, billTables } from '../tables/bill.ts'
import { booking } from '../tables/booking.ts'
import { containerTypeNameRef } from '../tables/references.ts'

const nameField = (ko: string, en: string) => text(label(ko, en), { width: 120 })

/** Bills with their containers. Only drafts can be saved. */
export const bills = headerLineOperations('freight', 'bill', billTables, {
  head: {
    BOOKING_NO: booking.fields.BOOKING_NO,
    SHIPPER_NM: nameField('송하인명', 'Shipper'),
    CONSIGNEE_NM: nameField('수하인명', 'Consignee'),
    NOTIFY_NM: nameField('통지처명', 'Notify party'),
    POL_NM: nameField('선적항명', 'Port of loading'),
    POD_NM: nameField('양하항명', 'Port of discharge'),
    VESSEL_NM: nameField('선박명', 'Vessel'),
  },
  lines: { CNTR_TP_NM: containerTypeNameRef },
  // Bookings name companies but no owner, so owner-restricted users have no access.
  bound: 'refused',
})

const reach = { with: [bills.query], scope: 'warehouse', bound: 'refused' } as const
const BILL_ID = withOptions(bill.fields.BILL_ID, { required: true })
const REASON = text(label('사유', 'Reason'), { required: true, maxLength: 200 })

/** Confirms drafts and assigns a number to house bills without one. */
export const confirmBill = defineProcedure({
  ...reach,
  name: 'freight/confirm-bill',
  title: label('B/L·AWB 확정', 'Confirm bills'),
  action: 'save',
  maxRows: 100,
  input: { BILL_ID },
})

/** Reopens confirmed bills as drafts of their next version and stores the previous version. */
export const amendBill = defineProcedure({
  ...reach,
  name: 'freight/amend-bill',
  title: label('B/L·AWB 정정', 'Amend bills'),
  action: 'save',
  maxRows: 100,
  input: { BILL_ID, REASON },
})

export const cancelBill = defineProcedure({
  ...reach,
  name: 'freight/cancel-bill',
  title: label('B/L·AWB 취소', 'Cancel bills'),
  action: 'save',
  maxRows: 100,
  input: { BILL_ID, REASON },
})

/** Previous versions of amended bills. */
export const billAmendments = defineQuery({
  ...reach,
  name: 'freight/bill-amendments',
  title: label('B/L·AWB 정정 이력', 'Amendments of a bill'),
  action: 'search',
  search: { BILL_ID },
  output: {
    ...pick(bill, ['BILL_ID', 'AMENDMENT_NO']),
    REASON: text(label('정정사유', 'Reason for amendment'), { width: 160 }),
    CREATED_AT: dateTime(label('일시', 'Time')),
    CREATED_BY: code(label('정정자', 'Amended by'), { width: 90 }),
    ...pick(bill, [
      'BILL_NO',
      'SHIPPER_CD',
      'CONSIGNEE_CD',
      'NOTIFY_CD',
      'POL_CD',
      'POD_CD',
      'VESSEL_CD',
      'VOYAGE_NO',
      'FLIGHT_NO',
      'PACKAGE_QTY',
      'WEIGHT_KG',
      'CBM',
      'CNTR_WORDS',
    ]),
    CONTAINERS: text(label('컨테이너·봉인', 'Containers and seals'), { width: 260 }),
  },
})

export const billPrintOut = definePrintOut({
  ...reach,
  name: 'freight/bill-print',
  title: label('B/L·AWB 인쇄', 'Print bills'),
  action: 'print',
  input: { BILL_ID },
})
