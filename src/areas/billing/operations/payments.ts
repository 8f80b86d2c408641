import { dateTime, integer, money, select, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { amount } from '../tables/charge.ts'
import { invoice, payment } from '../tables/invoice.ts'

export const writePayments = defineProcedure({
  name: 'billing/write-payments',
  title: label('입금등록', 'Enter payments'),
  action: 'save',
  scope: 'owner',
  input: pick(payment, [
    'OWNER_CD',
    'PAYER_CD',
    'PAID_DT',
    'PAYER_NM',
    'AMOUNT',
    'CURRENCY_CD',
    'BANK_REF',
    'REMARK',
  ]),
})

/** Confirms that a payment by one owner pays another owner's invoice. */
const otherOwner = select(label('타 화주', 'Other owner'), 'yes-no', { default: 'N', width: 80 })

/** Amount of a payment in its own currency, if it pays an invoice in another one. */
const paidInCurrency = amount(label('사용 입금액', 'Amount of payment used'), {
  min: 0,
  currency: 'CURRENCY_CD',
})

export const openPayments = defineQuery({
  name: 'billing/open-payments',
  title: label('입금 매칭 대상', 'Payments to match'),
  action: 'search',
  scope: 'owner',
  search: pick(payment, ['PAYMENT_NO', 'OWNER_CD', 'PAYER_CD', 'PAID_DT', 'PAYER_NM']),
  output: {
    ...pick(payment, ['PAYMENT_NO', 'PAID_DT', 'PAYER_NM', 'AMOUNT', 'CURRENCY_CD']),
    ...pick(payment, ['MATCHED_AMT', 'REFUNDED_AMT']),
    LEFT_AMT: amount(label('잔액', 'Balance')),
    PROPOSAL: text(label('제안 근거', 'Match basis'), { width: 160 }),
    INVOICE_NO: { ...invoice.fields.INVOICE_NO, required: false },
    MATCH_AMT: amount(label('매칭 금액', 'Matched amount'), { min: 0 }),
    PAID_AMT: paidInCurrency,
    OTHER_OWNER_YN: otherOwner,
    ...pick(payment, ['OWNER_CD', 'PAYER_CD', 'BANK_REF', 'REMARK', 'CREATED_BY', 'CREATED_AT']),
  },
})

export const matchPayments = defineProcedure({
  name: 'billing/match-payments',
  title: label('입금매칭', 'Match payments'),
  action: 'save',
  scope: 'owner',
  input: {
    PAYMENT_NO: withOptions(payment.fields.PAYMENT_NO, { required: true }),
    INVOICE_NO: invoice.fields.INVOICE_NO,
    MATCH_AMT: amount(label('매칭 금액', 'Matched amount'), { min: 0, required: true }),
    PAID_AMT: paidInCurrency,
    OTHER_OWNER_YN: otherOwner,
  },
})

const PAYMENT_STATE_CD = select(label('상태', 'Status'), 'payment-state', { width: 80 })

/** All payments with their status, cancelled ones included. */
export const payments = defineQuery({
  name: 'billing/payments',
  title: label('입금내역 조회', 'Payments'),
  action: 'search',
  scope: 'owner',
  search: {
    ...pick(payment, ['PAYMENT_NO', 'OWNER_CD', 'PAYER_CD', 'PAID_DT', 'PAYER_NM', 'BANK_REF']),
    PAYMENT_STATE_CD,
  },
  output: {
    ...payment.fields,
    OWNER_NM: invoice.fields.OWNER_NM,
    PAYMENT_STATE_CD: withOptions(PAYMENT_STATE_CD, { voids: ['CANCELLED'] }),
    LEFT_AMT: amount(label('잔액', 'Balance')),
    INVOICE_NOS: text(label('매칭 청구서', 'Matched invoices'), { width: 160 }),
  },
})

/** Cancels wrongly entered payments and their matches. */
export const cancelPayments = defineProcedure({
  name: 'billing/cancel-payments',
  title: label('입금취소', 'Cancel payments'),
  final: label(
    '취소한 입금은 복구할 수 없습니다. 매칭도 함께 취소되어 청구서가 다시 미수가 됩니다.',
    'A cancelled payment cannot be restored. Its matches are cancelled too, and the invoices are outstanding again.',
  ),
  action: 'save',
  scope: 'owner',
  input: {
    PAYMENT_NO: withOptions(payment.fields.PAYMENT_NO, { required: true }),
    CANCEL_REASON: withOptions(payment.fields.CANCEL_REASON, { required: true }),
  },
})

const PAY_MATCH_NO = integer(label('매칭번호', 'Match no.'), { width: 80 })

/**
 * Matches and their reversals, which have negative amounts. A payment in won for an invoice in
 * another currency has a gain or loss against the total in won that was invoiced.
 */
export const matches = defineQuery({
  name: 'billing/matches',
  title: label('입금매칭내역 조회', 'Matches'),
  action: 'search',
  scope: 'owner',
  search: {
    ...pick(payment, ['PAYMENT_NO', 'PAID_DT', 'PAYER_NM']),
    ...pick(invoice, ['OWNER_CD', 'PAYER_CD', 'BILL_MONTH']),
    INVOICE_NO: { ...invoice.fields.INVOICE_NO, required: false },
  },
  output: {
    PAY_MATCH_NO,
    ...pick(payment, ['PAYMENT_NO', 'PAID_DT', 'PAYER_NM']),
    ...pick(invoice, [
      'INVOICE_NO',
      'BILL_MONTH',
      'OWNER_CD',
      'OWNER_NM',
      'PAYER_CD',
      'CURRENCY_CD',
    ]),
    AMOUNT: amount(label('매칭 금액', 'Matched amount')),
    PAID_AMT: withOptions(paidInCurrency, { currency: 'PAY_CURRENCY_CD' }),
    PAY_CURRENCY_CD: withOptions(payment.fields.CURRENCY_CD, {
      label: label('입금 통화', 'Payment currency'),
      required: false,
    }),
    FX_AMT: money(label('환차손익(원)', 'Exchange gain or loss (KRW)'), {
      scale: 0,
      minDecimals: 0,
      min: -999_999_999_999,
      width: 110,
      footer: 'SUM',
    }),
    REVERSES_NO: withOptions(PAY_MATCH_NO, { label: label('취소 대상', 'Cancelled match') }),
    MATCHED_BY: text(label('매칭자', 'Matched by'), { width: 90 }),
    MATCHED_AT: dateTime(label('매칭일시', 'Matched at')),
  },
})

export const unmatchPayments = defineProcedure({
  name: 'billing/unmatch-payments',
  title: label('입금 매칭 취소', 'Cancel matches'),
  action: 'save',
  scope: 'owner',
  input: { PAY_MATCH_NO: withOptions(PAY_MATCH_NO, { required: true }) },
})
