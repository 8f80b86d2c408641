import { code, date, integer, lookup, measure, money, select } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields, remark } from '#areas/master/tables/references.ts'
import { booking } from './booking.ts'
import { customerRef } from './customer.ts'
import { carrierRef, containerTypeRef, currencyRef } from './references.ts'

/** Revenue or cost of a booking in its own currency, with its value in won. */
export const freightCharge = defineTable({
  name: 'freight_charge',
  title: label('부킹 운임', 'Charges of a booking'),
  key: ['BOOKING_ID', 'LINE_NO'],
  scope: { warehouse: 'WCODE' },
  fields: {
    BOOKING_ID: { ...booking.fields.BOOKING_ID, required: true, ofSearch: true },
    LINE_NO: integer(label('행', 'Line'), { width: 50 }),
    WCODE: code(label('창고', 'Warehouse'), { width: 70 }),
    SIDE_CD: select(label('매출·매입', 'Revenue or cost'), 'freight-side', {
      required: true,
      default: 'SELL',
      width: 80,
    }),
    FREIGHT_CD: lookup(label('운임항목', 'Freight item'), 'freight-item', {
      required: true,
      width: 90,
      fills: { FREIGHT_NM: 'NAME' },
    }),
    PAYER_CD: customerRef('청구처', 'Payer', 'PAYER_NM'),
    CARRIER_CD: { ...carrierRef, label: label('지급 운송사', 'Carrier to pay') },
    DIVISION_CD: select(label('운임구분', 'Division'), 'freight-division', { width: 90 }),
    BASIS_CD: select(label('부과기준', 'Basis'), 'freight-basis', { width: 110 }),
    CNTR_TP: containerTypeRef,
    QTY: measure(label('수량', 'Quantity'), 3, { max: 999_999_999, minDecimals: 0 }),
    UNIT_PRICE: money(label('단가', 'Price'), {
      required: true,
      min: 0,
      scale: 4,
      minDecimals: 0,
      currency: 'CURRENCY_CD',
    }),
    CURRENCY_CD: currencyRef,
    AMOUNT: money(label('금액', 'Amount'), { minDecimals: 0, currency: 'CURRENCY_CD' }),
    VAT_CD: select(label('부가세', 'VAT'), 'freight-vat', { width: 80 }),
    CHARGE_DT: date(label('기준일', 'Reference date')),
    RATE_DT: date(label('환율일', 'Rate date')),
    RATE_UNIT: integer(label('환율 단위', 'Rate unit'), { width: 70 }),
    RATE: measure(label('환율', 'Rate'), 4, { minDecimals: 0 }),
    WON_AMT: money(label('원화금액', 'Amount in won'), {
      scale: 0,
      minDecimals: 0,
      width: 120,
    }),
    REMARK: remark,
    ...changeFields,
  },
})

export const typedChargeColumns = [
  'SIDE_CD',
  'FREIGHT_CD',
  'PAYER_CD',
  'CARRIER_CD',
  'BASIS_CD',
  'CNTR_TP',
  'QTY',
  'UNIT_PRICE',
  'CURRENCY_CD',
  'VAT_CD',
  'REMARK',
] as const satisfies readonly (keyof typeof freightCharge.fields)[]
