import { withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { payment, paymentRefund } from '../tables/invoice.ts'

const required = { required: true } as const

/** All refunds of payments and credits with their status, cancelled ones included. */
export const refunds = defineQuery({
  name: 'billing/refunds',
  title: label('환불내역 조회', 'Refunds'),
  action: 'search',
  scope: 'owner',
  search: pick(paymentRefund, [
    'REFUND_DT',
    'PAYMENT_NO',
    'PAYER_NM',
    'OWNER_CD',
    'PAYER_CD',
    'REFUND_STATE_CD',
    'REFUND_NO',
    'BANK_REF',
  ]),
  output: {
    ...paymentRefund.fields,
    REFUND_STATE_CD: withOptions(paymentRefund.fields.REFUND_STATE_CD, { voids: ['CANCELLED'] }),
  },
})

/** Returns the unmatched rest of payments and credits to their payer. */
export const refundPayments = defineProcedure({
  name: 'billing/refund-payments',
  title: label('환불', 'Refund payments'),
  action: 'save',
  scope: 'owner',
  with: [refunds],
  input: {
    PAYMENT_NO: withOptions(payment.fields.PAYMENT_NO, required),
    REFUND_DT: withOptions(paymentRefund.fields.REFUND_DT, required),
    REFUND_AMT: withOptions(paymentRefund.fields.AMOUNT, { ...required, min: 0 }),
    BANK_REF: withOptions(paymentRefund.fields.BANK_REF, required),
    REASON: withOptions(paymentRefund.fields.REASON, required),
  },
})

/** Cancels wrongly entered refunds. Their money is unmatched again. */
export const cancelRefunds = defineProcedure({
  name: 'billing/cancel-refunds',
  title: label('환불취소', 'Cancel refunds'),
  final: label(
    '취소한 환불은 복구할 수 없습니다. 금액은 다시 매칭하지 않은 잔액이 됩니다.',
    'A cancelled refund cannot be restored. Its amount is unmatched again.',
  ),
  action: 'save',
  scope: 'owner',
  input: {
    REFUND_NO: withOptions(paymentRefund.fields.REFUND_NO, required),
    CANCEL_REASON: withOptions(paymentRefund.fields.CANCEL_REASON, required),
  },
})
