import { date } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { booking } from '#areas/freight/tables/booking.ts'

export const ARRIVE_DT = date(label('도착일', 'Arrival date'))

/**
 * Import bills without an arrival notice. In its own file because Home imports it to count them.
 */
export const arrivalsToNotify = defineQuery({
  name: 'bonded/arrivals-to-notify',
  title: label('도착통지 전 수입 B/L', 'Arrivals to notify'),
  menus: ['ArrivalNotice'],
  action: 'search',
  scope: 'warehouse',
  bound: 'refused',
  search: { ARRIVE_DT },
  output: { ...pick(booking, ['BOOKING_ID', 'BOOKING_NO']), ARRIVE_DT },
})
