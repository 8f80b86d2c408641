import { date, dateTime, integer, money, select, text, type Field } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { currency, priceLine } from '#areas/freight/tables/price-line.ts'
import { ownerNameRef, ownerRef, stockNameRef, stockRef } from '#areas/master/tables/references.ts'

const wcode = text(label('창고', 'Warehouse'), { width: 60 })

/** Billing month, `yyyyMM`. */
export function month(title: Label, options: Partial<Field> = {}): Field {
  return { ...text(title, { width: 80, maxLength: 6, align: 'center', ...options }), kind: 'month' }
}

/** Amount of money that can be negative for a credit. */
export function amount(title: Label, options: Partial<Field> = {}): Field {
  const shown = { minDecimals: 0, width: 110, min: -999_999_999_999, footer: 'SUM' } as const
  return money(title, { ...shown, currency: 'CURRENCY_CD', ...options })
}

/** Unrounded amount, exact to six decimals and shown with two. */
export function exactAmount(title: Label, options: Partial<Field> = {}): Field {
  return amount(title, { scale: 6, maxDecimals: 2, width: 120, ...options })
}

/** Quantity exact to six decimals. Not summed, because units differ by row. */
export function billedQuantity(title: Label, options: Partial<Field> = {}): Field {
  const shown = { scale: 6, minDecimals: 0, width: 90, min: -999_999_999 } as const
  return money(title, { ...shown, ...options })
}

const billedQty = billedQuantity(label('수량', 'Quantity'))

export const causeNo = text(label('원인번호', 'Cause no.'), { width: 150 })

export const billMonth = defineTable({
  name: 'bill_month',
  title: label('청구월', 'Billing month'),
  key: ['WCODE', 'OWNER_CD', 'BILL_MONTH'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    WCODE: wcode,
    OWNER_CD: ownerRef,
    OWNER_NM: ownerNameRef,
    BILL_MONTH: month(label('청구월', 'Month'), { required: true }),
    STATE_CD: select(label('상태', 'Status'), 'bill-month-state'),
    REVIEWED_BY: text(label('검토자', 'Reviewed by'), { width: 90 }),
    REVIEWED_AT: dateTime(label('검토일시', 'Reviewed at')),
    CLOSED_BY: text(label('마감자', 'Closed by'), { width: 90 }),
    CLOSED_AT: dateTime(label('마감일시', 'Closed at')),
    REASON: text(label('사유', 'Reason'), { width: 200, maxLength: 200 }),
  },
})

/** Charge of one cause. Rows never change; a charge is reversed by a negative counterpart. */
export const charge = defineTable({
  name: 'charge',
  title: label('청구내역', 'Charge'),
  key: ['CHARGE_NO'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    CHARGE_NO: integer(label('내역번호', 'Charge no.'), { width: 90 }),
    WCODE: wcode,
    OWNER_CD: ownerRef,
    OWNER_NM: ownerNameRef,
    CHARGE_CD: select(label('요금', 'Charge type'), 'charge', { required: true, width: 100 }),
    SERVICE_DT: date(label('작업일', 'Service day'), { required: true }),
    BILL_MONTH: month(label('청구월', 'Month')),
    OF_MONTH: month(label('귀속월', 'Service month')),
    CAUSE_CD: select(label('원인', 'Cause'), 'charge-cause', { width: 80 }),
    DOC_NO: text(label('원인번호', 'Cause no.'), { width: 150 }),
    LINE_NO: integer(label('행', 'Line'), { width: 50 }),
    STOCK_CD: { ...stockRef, required: false },
    STOCK_NM: stockNameRef,
    QTY: billedQty,
    UNIT_CD: select(label('단위', 'Unit'), 'price-unit', { width: 70 }),
    PRICE_CD: priceLine.fields.PRICE_CD,
    VERSION_NO: priceLine.fields.VERSION_NO,
    UNIT_PRICE: { ...priceLine.fields.UNIT_PRICE, required: false },
    AMOUNT: exactAmount(label('금액', 'Amount')),
    TAX_AMT: exactAmount(label('세액', 'Tax')),
    VAT_CD: select(label('과세', 'VAT'), 'vat', { width: 70 }),
    TAX_RATE: priceLine.fields.OVER_RATE,
    CURRENCY_CD: currency,
    ROUNDING_CD: select(label('단수처리', 'Rounding'), 'rounding-mode', { width: 140 }),
    TEMPERATURE_CD: select(label('온도', 'Temperature'), 'temperature', { width: 70 }),
    BONDED_CD: select(label('보세', 'Bonded'), 'bonded-status', { width: 70 }),
    MONTHS: integer(label('보관개월', 'Months stored')),
    REVERSES_NO: integer(label('취소 대상', 'Cancelled charge'), { width: 90 }),
    REASON: text(label('사유', 'Reason'), { width: 200, maxLength: 200 }),
    PAPER_NO: text(label('증빙번호', 'Voucher no.'), { width: 130, maxLength: 60 }),
    CREATED_BY: text(label('작성자', 'Created by'), { width: 80 }),
    CREATED_AT: dateTime(label('작성일시', 'Created at')),
  },
})

export const unbilledWork = defineTable({
  name: 'unbilled_work',
  title: label('미청구 작업', 'Unbilled work'),
  key: ['OWNER_CD', 'CAUSE_CD', 'DOC_NO', 'LINE_NO', 'CAUSE_SEQ', 'CHARGE_CD', 'REASON_CD'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    WCODE: wcode,
    OWNER_CD: ownerRef,
    OWNER_NM: ownerNameRef,
    REASON_CD: select(label('사유', 'Reason'), 'unbilled-reason', { width: 110 }),
    CHARGE_CD: charge.fields.CHARGE_CD,
    SERVICE_DT: charge.fields.SERVICE_DT,
    CAUSE_CD: charge.fields.CAUSE_CD,
    DOC_NO: charge.fields.DOC_NO,
    LINE_NO: charge.fields.LINE_NO,
    CAUSE_SEQ: integer(label('원인순번', 'Cause sequence')),
    STOCK_CD: charge.fields.STOCK_CD,
    STOCK_NM: stockNameRef,
    QTY: billedQty,
    PRICE_CD: priceLine.fields.PRICE_CD,
    TRIED_AT: dateTime(label('확인일시', 'Checked at')),
  },
})
