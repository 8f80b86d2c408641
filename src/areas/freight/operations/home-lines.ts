import { defineHomeLines } from '#kernel/home.ts'
import { label } from '#kernel/label.ts'
import { bookings } from './bookings.ts'

export const freightHomeLines = defineHomeLines([
  {
    id: 'freight/cutoffs',
    title: label('부킹 마감 48시간 이내', 'Booking cut-offs within 48 h'),
    counts: { of: bookings.query, search: { NEXT_HOURS: '0~48' } },
    opens: 'CmsMyBooking',
    part: {
      of: bookings.query,
      search: { NEXT_HOURS: '0~4' },
      text: label('#건 4시간 이내', '# within 4 h'),
      tone: 'stop',
    },
    tone: 'warn',
  },
])
