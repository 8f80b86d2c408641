import type { WireRow } from '#kernel/field.ts'
import { grid, type Tone, type WorkScreen } from '#kernel/screen.ts'
import { bookingProfits, freightCharges, rateBookings } from '../operations/freight-charges.ts'

const lossTone = ({ PROFIT_AMT: profit = null }: WireRow): Tone | undefined =>
  Number(profit ?? 0) < 0 ? 'stop' : undefined

export const cmsBookingProfitScreen: WorkScreen = {
  kind: 'work',
  route: 'CmsBookingProfit',
  search: ['BOOKING_ID', 'BOOKING_NO', 'ETD', 'BOOK_DT', 'CARRIER_CD', 'SHIPPER_CD', 'STATE_CD'],
  searchAtOpen: true,
  act: rateBookings,
  link: ['BOOKING_ID'],
  grid: grid({
    source: bookingProfits,
    checks: true,
    columns: [
      { field: 'BOOKING_ID', frozen: true },
      'BOOKING_NO',
      'STATE_CD',
      'CARRIER_CD',
      'CARRIER_NM',
      'POL_CD',
      'POD_CD',
      'ETD',
      'SHIPPER_NM',
      'CONSIGNEE_NM',
      'CHARGE_COUNT',
      'SELL_AMT',
      'BUY_AMT',
      { field: 'PROFIT_AMT', tone: lossTone, leads: true },
      { field: 'PROFIT_RATE', tone: lossTone, leads: true },
    ],
  }),
  lines: grid({
    source: freightCharges.query,
    columns: [
      'LINE_NO',
      'SIDE_CD',
      'FREIGHT_CD',
      'FREIGHT_NM',
      'PAYER_NM',
      'CARRIER_NM',
      'CNTR_TP',
      'QTY',
      'UNIT_PRICE',
      'AMOUNT',
      'CURRENCY_CD',
      'RATE',
      'RATE_DT',
      'WON_AMT',
      'SELL_AMT',
      'BUY_AMT',
      'ORIGIN_CD',
    ],
  }),
}
