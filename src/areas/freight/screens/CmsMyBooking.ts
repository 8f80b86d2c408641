import { changeColumns } from '#kernel/editing.ts'
import type { WireRow } from '#kernel/field.ts'
import { grid, type DocScreen, type Tone } from '#kernel/screen.ts'
import { bookings } from '../operations/bookings.ts'
import { alarmThreshold } from '../rules/booking.ts'
import { bookingTables } from '../tables/booking.ts'

const names: Readonly<Record<string, string>> = {
  CARRIER_CD: 'CARRIER_NM',
  POL_CD: 'POL_NM',
  POD_CD: 'POD_NM',
  VESSEL_CD: 'VESSEL_NM',
  SHIPPER_CD: 'SHIPPER_NM',
  CONSIGNEE_CD: 'CONSIGNEE_NM',
}

function alarmTone({ NEXT_HOURS: hours = null }: WireRow): Tone | undefined {
  if (hours === null) return undefined
  const alarm = alarmThreshold(Number(hours))
  if (alarm === undefined) return undefined
  return alarm <= 4 ? 'stop' : 'warn'
}

function stateTone({ STATE_CD: state }: WireRow): Tone {
  if (state === 'CONFIRMED') return 'accent'
  if (state === 'REJECTED' || state === 'DECLINED') return 'stop'
  return state === 'CANCELLED' || state === 'COMPLETED' ? 'quiet' : 'normal'
}

const isOpen = ({ STATE_CD: state }: WireRow): boolean =>
  !['REJECTED', 'DECLINED', 'CANCELLED', 'COMPLETED'].includes(String(state))

const identifying = new Set(['SHIPPER_CD', 'BL_NO'])

const typed = bookingTables.headColumns.flatMap((field) => [
  {
    field,
    editable: isOpen,
    ...(field === 'BOOK_DT' && { default: 'today' }),
    ...(field === 'ETD' && { leads: true }),
    ...(identifying.has(field) && { identifies: true }),
  },
  ...(names[field] ? [names[field]] : []),
])

export const cmsMyBookingScreen: DocScreen = {
  kind: 'doc',
  route: 'CmsMyBooking',
  search: [
    'BOOKING_ID',
    'BOOKING_NO',
    'CARRIER_CD',
    'STATE_CD',
    'POL_CD',
    'POD_CD',
    'SHIPPER_CD',
    'ETD',
    'MANAGER_ID',
    'NEXT_HOURS',
  ],
  searchAtOpen: true,
  save: bookings.save,
  link: ['BOOKING_ID'],
  grid: grid({
    source: bookings.query,
    checks: true,
    columns: [
      { field: 'BOOKING_ID', frozen: true },
      { field: 'STATE_CD', tone: stateTone },
      { field: 'NEXT_CD', tone: alarmTone },
      { field: 'NEXT_AT', tone: alarmTone, leads: true },
      { field: 'NEXT_HOURS', tone: alarmTone, leads: true },
      { field: 'BOOKING_NO', identifies: true },
      'CNTR_GRP_NM',
      'CNTR_QTY',
      'TEU',
      ...typed,
      'AMENDMENT_CD',
      ...changeColumns,
    ],
  }),
  lines: grid({
    source: bookings.lines,
    columns: [
      'LINE_NO',
      { field: 'CNTR_TP', editable: true },
      'CNTR_TP_NM',
      ...bookingTables.lineColumns
        .filter((field) => field !== 'CNTR_TP')
        .map((field) => ({ field, editable: true })),
    ],
  }),
}
