import { flag, integer, measure, money, select, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { booking } from '../tables/booking.ts'
import { bookings } from './bookings.ts'
import { freightCharge, typedChargeColumns } from '../tables/freight-charge.ts'
import { priceLine } from '../tables/price-line.ts'
import { carrierNameRef, containerTypeNameRef } from '../tables/references.ts'

// Bookings name companies but no owner, so owner-restricted users have no access.
const reach = { scope: 'warehouse', bound: 'refused' } as const
const wonField = (ko: string, en: string) =>
  money(label(ko, en), { scale: 0, minDecimals: 0, width: 120, footer: 'SUM' })
const origin = select(label('출처', 'Origin'), 'freight-origin', { width: 70 })

export const freightCharges = {
  /** Revenue and cost in won are separate, because only amounts of one side can be summed. */
  query: defineQuery({
    ...reach,
    name: 'freight/charge',
    title: label('부킹 운임 조회', 'Charges of a booking'),
    action: 'search',
    search: { ...freightCharge.fields, ORIGIN_CD: origin },
    output: {
      ...freightCharge.fields,
      BOOKING_NO: booking.fields.BOOKING_NO,
      FREIGHT_NM: text(label('운임명', 'Freight item'), { width: 150 }),
      PAYER_NM: text(label('청구처명', 'Payer name'), { width: 140 }),
      CARRIER_NM: carrierNameRef,
      CNTR_TP_NM: containerTypeNameRef,
      ORIGIN_CD: origin,
      PRICE_CD: withOptions(priceLine.fields.PRICE_CD, { required: false }),
      VERSION_NO: withOptions(priceLine.fields.VERSION_NO, { required: false }),
      SELL_AMT: wonField('매출(원)', 'Revenue (KRW)'),
      BUY_AMT: wonField('매입(원)', 'Cost (KRW)'),
      LATE_YN: flag(label('이전 환율', 'Earlier rate'), { width: 80 }),
    },
  }),
  save: defineProcedure({
    ...reach,
    name: 'freight/save-charge',
    title: label('부킹 운임 저장', 'Save charges of a booking'),
    action: 'save',
    input: pick(freightCharge, ['BOOKING_ID', 'LINE_NO', ...typedChargeColumns]),
  }),
} as const

/**
 * Revenue, cost and profit of each booking in won, at the rates of the charges. Charges of rejected
 * and cancelled bookings are never billed and do not count.
 */
export const bookingProfits = defineQuery({
  ...reach,
  name: 'freight/booking-profit',
  title: label('부킹별 손익', 'Profit per booking'),
  action: 'search',
  search: pick(booking, [
    'BOOKING_ID',
    'BOOKING_NO',
    'BOOK_DT',
    'ETD',
    'CARRIER_CD',
    'STATE_CD',
    'SHIPPER_CD',
    'CONSIGNEE_CD',
  ]),
  output: {
    ...pick(booking, [
      'BOOKING_ID',
      'WCODE',
      'BOOKING_NO',
      'BOOK_DT',
      'STATE_CD',
      'MODE_CD',
      'CARRIER_CD',
      'POL_CD',
      'POD_CD',
      'ETD',
      'SHIPPER_CD',
      'CONSIGNEE_CD',
    ]),
    CARRIER_NM: carrierNameRef,
    SHIPPER_NM: text(label('송하인명', 'Shipper'), { width: 120 }),
    CONSIGNEE_NM: text(label('수하인명', 'Consignee'), { width: 120 }),
    CHARGE_COUNT: integer(label('운임 건수', 'No. of charges'), { width: 80, footer: 'SUM' }),
    SELL_AMT: wonField('매출', 'Revenue'),
    BUY_AMT: wonField('매입', 'Cost'),
    PROFIT_AMT: wonField('손익', 'Profit'),
    PROFIT_RATE: measure(label('이익률 %', 'Margin %'), 1, { min: -99_999, width: 80 }),
  },
})

/**
 * Calculates the charges of bookings from the tariff. Can be repeated: replaces charges from the
 * tariff and leaves typed ones unchanged.
 */
export const rateBookings = defineProcedure({
  ...reach,
  name: 'freight/rate-booking',
  title: label('부킹 운임 계산', 'Calculate freight'),
  with: [freightCharges.save, bookings.save],
  action: 'save',
  maxRows: 500,
  input: { BOOKING_ID: freightCharge.fields.BOOKING_ID },
})
