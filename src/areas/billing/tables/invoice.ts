import { date, dateTime, integer, money, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { customerRef } from '#areas/freight/tables/customer.ts'
import { freightCharge } from '#areas/freight/tables/freight-charge.ts'
import { currency, priceLine } from '#areas/freight/tables/price-line.ts'
import { ownerNameRef, ownerRef } from '#areas/master/tables/references.ts'
import { amount, charge, exactAmount, month } from './charge.ts'

const invoiceNo = text(label('청구번호', 'Invoice no.'), { width: 130, required: true })
const freightBooking = { ...freightCharge.fields.BOOKING_ID, required: false }
const remarkField = (nth: number) => text(label(`비고 ${nth}`, `Remark ${nth}`), { maxLength: 150 })

export const invoice = defineTable({
  name: 'invoice',
  title: label('청구서', 'Invoice'),
  key: ['INVOICE_NO'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    INVOICE_NO: invoiceNo,
    STATE_CD: select(label('상태', 'Status'), 'invoice-state'),
    WCODE: text(label('창고', 'Warehouse'), { width: 60 }),
    OWNER_CD: ownerRef,
    OWNER_NM: ownerNameRef,
    PAYER_CD: customerRef('청구처', 'Payer', 'PAYER_NM'),
    PAYER_NM: text(label('청구처명', 'Payer name'), { width: 140 }),
    BOOKING_ID: freightBooking,
    BILL_NOS: text(label('B/L·AWB 번호', 'Bill nos.'), { width: 140 }),
    CNTR_NOS: text(label('컨테이너', 'Containers'), { width: 140 }),
    BILL_MONTH: month(label('청구월', 'Month')),
    VAT_CD: select(label('과세', 'VAT'), 'vat', { width: 70 }),
    CURRENCY_CD: currency,
    SUPPLY_AMT: amount(label('공급가액', 'Net')),
    TAX_AMT: amount(label('세액', 'Tax')),
    TOTAL_AMT: amount(label('합계', 'Total')),
    PAID_AMT: amount(label('입금액', 'Paid')),
    RATE_DT: date(label('환율일', 'Rate date')),
    RATE_UNIT: integer(label('환율 단위', 'Rate unit'), { width: 70 }),
    RATE: money(label('적용환율', 'Exchange rate'), { scale: 4, minDecimals: 0, width: 90 }),
    WON_AMT: money(label('원화 합계', 'Total in KRW'), {
      minDecimals: 0,
      width: 110,
      min: -999_999_999_999,
    }),
    WRITE_DT: date(label('작성일자', 'Issue date')),
    DUE_DT: date(label('결제기한', 'Due date')),
    CLAIM_CD: select(label('영수·청구', 'Paid or due'), 'claim-kind', { width: 80 }),
    CASH_AMT: amount(label('현금', 'Cash'), { min: 0 }),
    CHEQUE_AMT: amount(label('수표', 'Cheque'), { min: 0 }),
    NOTE_AMT: amount(label('어음', 'Promissory note'), { min: 0 }),
    APPROVAL_NO: text(label('승인번호', 'Approval no.'), {
      width: 200,
      maxLength: 24,
      minLength: 24,
    }),
    ORIGIN_NO: text(label('당초 청구번호', 'Original invoice no.'), { width: 130 }),
    CORRECT_CD: select(label('수정사유', 'Correction reason'), 'correction-reason', { width: 140 }),
    REMARK1: remarkField(1),
    REMARK2: remarkField(2),
    REMARK3: remarkField(3),
    CREATED_BY: text(label('마감자', 'Closed by'), { width: 80 }),
    CREATED_AT: dateTime(label('마감일시', 'Closed at')),
    ISSUED_BY: text(label('발행자', 'Issued by'), { width: 80 }),
    ISSUED_AT: dateTime(label('발행일시', 'Issued at')),
    SENT_AT: dateTime(label('발송일시', 'Sent at')),
  },
})

/** Invoice line: a charge priced by one version of a price. */
export const invoiceLine = defineTable({
  name: 'invoice_line',
  title: label('청구서 행', 'Invoice line'),
  key: ['INVOICE_NO', 'LINE_NO'],
  fields: {
    INVOICE_NO: invoiceNo,
    LINE_NO: integer(label('행', 'Line'), { width: 50, required: true }),
    CHARGE_CD: charge.fields.CHARGE_CD,
    KIND_CD: select(label('구분', 'Kind'), 'invoice-line-kind', { width: 90 }),
    FREE_CD: priceLine.fields.FREE_CD,
    OF_MONTH: charge.fields.OF_MONTH,
    PRICE_CD: charge.fields.PRICE_CD,
    VERSION_NO: charge.fields.VERSION_NO,
    QTY: charge.fields.QTY,
    UNIT_CD: charge.fields.UNIT_CD,
    UNIT_PRICE: charge.fields.UNIT_PRICE,
    EXACT_AMT: exactAmount(label('단수처리 전', 'Before rounding')),
    SUPPLY_AMT: invoice.fields.SUPPLY_AMT,
    TAX_AMT: invoice.fields.TAX_AMT,
    BOOKING_ID: freightBooking,
    FREIGHT_CD: { ...freightCharge.fields.FREIGHT_CD, required: false },
    CNTR_TP: freightCharge.fields.CNTR_TP,
    FROM_CURRENCY_CD: { ...currency, label: label('운임 통화', 'Freight currency') },
    FROM_AMT: amount(label('운임 금액', 'Freight amount'), { currency: 'FROM_CURRENCY_CD' }),
    RATE_DT: invoice.fields.RATE_DT,
    RATE_UNIT: invoice.fields.RATE_UNIT,
    RATE: { ...invoice.fields.RATE, label: label('환율', 'Rate') },
  },
})

export const invoiceObjection = defineTable({
  name: 'invoice_objection',
  title: label('이의', 'Objection'),
  key: ['OBJECTION_NO'],
  fields: {
    OBJECTION_NO: integer(label('이의번호', 'Objection no.'), { width: 80 }),
    INVOICE_NO: invoiceNo,
    LINE_NO: invoiceLine.fields.LINE_NO,
    OBJECTION: text(label('이의 내용', 'Objection'), { width: 260, maxLength: 500 }),
    OBJECTED_BY: text(label('제기자', 'Raised by'), { width: 90 }),
    OBJECTED_AT: dateTime(label('제기일시', 'Raised at')),
    ANSWER: text(label('답변', 'Answer'), { width: 260, maxLength: 500 }),
    ANSWERED_BY: text(label('답변자', 'Answered by'), { width: 90 }),
    ANSWERED_AT: dateTime(label('답변일시', 'Answered at')),
  },
})

export const payment = defineTable({
  name: 'payment',
  title: label('입금', 'Payment'),
  key: ['PAYMENT_NO'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    PAYMENT_NO: text(label('입금번호', 'Payment no.'), { width: 130 }),
    OWNER_CD: { ...ownerRef, required: false },
    PAYER_CD: customerRef('청구처', 'Payer', 'PAYER_NM'),
    PAID_DT: date(label('입금일', 'Payment date'), { required: true }),
    PAYER_NM: text(label('입금자', 'Paid by'), { width: 160, required: true, maxLength: 100 }),
    AMOUNT: amount(label('입금액', 'Amount paid'), { required: true, min: 0 }),
    CURRENCY_CD: currency,
    BANK_REF: text(label('거래번호', 'Bank reference'), { width: 140, maxLength: 60 }),
    MATCHED_AMT: amount(label('매칭액', 'Matched')),
    REFUNDED_AMT: amount(label('환불액', 'Refunded')),
    REMARK: text(label('비고', 'Remark'), { width: 180, maxLength: 200 }),
    CREATED_BY: text(label('등록자', 'Entered by'), { width: 80 }),
    CREATED_AT: dateTime(label('등록일시', 'Entered at')),
    CANCEL_REASON: text(label('취소사유', 'Cancellation reason'), { width: 180, maxLength: 200 }),
    CANCELLED_BY: text(label('취소자', 'Cancelled by'), { width: 80 }),
    CANCELLED_AT: dateTime(label('취소일시', 'Cancelled at')),
  },
})

/** Money of a payment or a credit that was returned. */
export const paymentRefund = defineTable({
  name: 'payment_refund',
  title: label('환불', 'Refund'),
  key: ['REFUND_NO'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    REFUND_NO: text(label('환불번호', 'Refund no.'), { width: 130 }),
    REFUND_STATE_CD: select(label('상태', 'Status'), 'refund-state', { width: 80 }),
    REFUND_DT: date(label('환불일', 'Refund date')),
    PAYMENT_NO: payment.fields.PAYMENT_NO,
    PAYER_NM: { ...payment.fields.PAYER_NM, required: false },
    AMOUNT: amount(label('환불액', 'Refunded'), { min: 0 }),
    CURRENCY_CD: currency,
    BANK_REF: payment.fields.BANK_REF,
    REASON: text(label('환불사유', 'Refund reason'), { width: 180, maxLength: 200 }),
    OWNER_CD: payment.fields.OWNER_CD,
    OWNER_NM: ownerNameRef,
    PAYER_CD: payment.fields.PAYER_CD,
    CREATED_BY: payment.fields.CREATED_BY,
    CREATED_AT: payment.fields.CREATED_AT,
    CANCEL_REASON: payment.fields.CANCEL_REASON,
    CANCELLED_BY: payment.fields.CANCELLED_BY,
    CANCELLED_AT: payment.fields.CANCELLED_AT,
  },
})
