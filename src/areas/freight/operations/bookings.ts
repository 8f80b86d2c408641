import {
  code,
  dateTime,
  integer,
  measure,
  select,
  text,
  withOptions,
  type Fields,
} from '#kernel/field.ts'
import { headerLineOperations } from '#kernel/header-line-operations.ts'
import { label } from '#kernel/label.ts'
import { masterOperations } from '#kernel/master-operations.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { booking, bookingTables, carrierSite } from '../tables/booking.ts'
import { voidBookingStates } from '../rules/booking-status.ts'
import { carrierNameRef, containerTypeNameRef } from '../tables/references.ts'

const nameField = (ko: string, en: string) => text(label(ko, en), { width: 120 })
const nextCutoff = {
  NEXT_CD: select(label('다음 마감', 'Next cut-off'), 'booking-cutoff', { width: 100 }),
  NEXT_AT: withOptions(booking.fields.FCO, { label: label('마감시각(현지)', 'Cut-off (local)') }),
  NEXT_HOURS: measure(label('남은 시간', 'Hours left'), 1, { min: -99_999, width: 90 }),
} as const

/** Bookings with their containers, ordered by the next cut-off. */
export const bookings = headerLineOperations('freight', 'booking', bookingTables, {
  head: {
    STATE_CD: withOptions(booking.fields.STATE_CD, { voids: voidBookingStates }),
    CARRIER_NM: carrierNameRef,
    POL_NM: nameField('선적항명', 'Port of loading'),
    POD_NM: nameField('양하항명', 'Port of discharge'),
    VESSEL_NM: nameField('선박명', 'Vessel'),
    SHIPPER_NM: nameField('송하인명', 'Shipper'),
    CONSIGNEE_NM: nameField('수하인명', 'Consignee'),
    CNTR_GRP_NM: text(label('컨테이너', 'Containers'), { width: 150 }),
    CNTR_QTY: integer(label('대수', 'No. of containers'), { width: 60, footer: 'SUM' }),
    TEU: measure(label('TEU', 'TEU'), 2, { width: 70, footer: 'SUM' }),
    ...nextCutoff,
  },
  lines: { CNTR_TP_NM: containerTypeNameRef },
  search: { NEXT_HOURS: nextCutoff.NEXT_HOURS },
  // Bookings name companies but no owner, so owner-restricted users have no access.
  bound: 'refused',
})

const permission = { with: [bookings.query], scope: 'warehouse', bound: 'refused' } as const
const BOOKING_ID = withOptions(booking.fields.BOOKING_ID, { required: true })
const REASON = text(label('사유', 'Reason'), { required: true, maxLength: 200 })

export const bookingCutoffs = defineQuery({
  ...permission,
  name: 'freight/booking-cutoffs',
  title: label('마감 일정', 'Upcoming cut-offs'),
  action: 'search',
  search: pick(booking, ['BOOKING_ID', 'CARRIER_CD', 'POL_CD', 'MANAGER_ID']),
  output: {
    ...nextCutoff,
    ...pick(booking, ['BOOKING_ID', 'BOOKING_NO', 'CARRIER_CD', 'POL_CD', 'MANAGER_ID']),
    TIME_ZONE: text(label('시간대', 'Time zone'), { width: 130 }),
  },
})

export const bookingEvents = defineQuery({
  ...permission,
  name: 'freight/booking-events',
  title: label('부킹 이력', 'Booking history'),
  action: 'search',
  search: { BOOKING_ID },
  output: {
    CREATED_AT: dateTime(label('일시', 'Time')),
    EVENT_CD: select(label('내용', 'Details'), 'booking-event', { width: 90 }),
    BEFORE_TEXT: text(label('이전', 'Before'), { width: 260 }),
    AFTER_TEXT: text(label('이후', 'After'), { width: 260 }),
    CREATED_BY: code(label('변경자', 'Changed by'), { width: 90 }),
  },
})

const confirmedColumns = [
  'VESSEL_CD',
  'VOYAGE_NO',
  'ETD',
  'ETA',
  'EFC',
  'DCO',
  'VCO',
  'FCO',
  'LCO',
  'ERO',
] as const

/** Records the carrier's confirmation. Empty fields remain unchanged. */
export const confirmBooking = defineProcedure({
  ...permission,
  name: 'freight/confirm-booking',
  title: label('부킹 확정', 'Confirm a booking'),
  action: 'save',
  maxRows: 100,
  input: {
    BOOKING_ID,
    BOOKING_NO: withOptions(booking.fields.BOOKING_NO, { required: true }),
    ...(pick(booking, confirmedColumns) satisfies Fields),
  },
})

export const moveBooking = defineProcedure({
  ...permission,
  name: 'freight/move-booking',
  title: label('부킹 상태변경', 'Change booking status'),
  action: 'save',
  maxRows: 100,
  input: { BOOKING_ID, STATE_CD: withOptions(booking.fields.STATE_CD, { required: true }), REASON },
})

/** Requests, accepts or declines an amendment or cancellation of a confirmed booking. */
export const amendBooking = defineProcedure({
  ...permission,
  name: 'freight/amend-booking',
  title: label('부킹 변경·취소 진행', 'Amendment or cancellation'),
  action: 'save',
  maxRows: 100,
  input: { BOOKING_ID, AMENDMENT_CD: withOptions(booking.fields.AMENDMENT_CD, { required: true }) },
})

/** Moves a booking to a later voyage. Keeps the old voyage as history and clears its cut-offs. */
export const rollOverBooking = defineProcedure({
  ...permission,
  name: 'freight/roll-over-booking',
  title: label('부킹 이월(롤오버)', 'Roll over a booking'),
  action: 'save',
  maxRows: 1,
  input: {
    BOOKING_ID,
    VESSEL_CD: booking.fields.VESSEL_CD,
    VOYAGE_NO: withOptions(booking.fields.VOYAGE_NO, { required: true }),
    ETD: withOptions(booking.fields.ETD, { required: true }),
  },
})

export const carrierSites = masterOperations('freight', 'carrier-site', carrierSite, {
  CARRIER_NM: carrierNameRef,
})
