import type { WireRow } from '#kernel/field.ts'
import { grid, type WorkScreen } from '#kernel/screen.ts'
import { cancelPayments, payments } from '../operations/payments.ts'

const isCancelled = (row: WireRow) => row['PAYMENT_STATE_CD'] === 'CANCELLED'

export const paymentListScreen: WorkScreen = {
  kind: 'work',
  route: 'PaymentList',
  search: [
    'PAID_DT',
    'PAYER_NM',
    'OWNER_CD',
    'PAYER_CD',
    'PAYMENT_STATE_CD',
    'PAYMENT_NO',
    'BANK_REF',
  ],
  searchDefaults: { PAID_DT: 'month-first~today' },
  searchAtOpen: true,
  act: cancelPayments,
  grid: grid({
    source: payments,
    checks: true,
    rowTone: (row) => (isCancelled(row) ? 'stop' : undefined),
    columns: [
      { field: 'PAYMENT_NO', frozen: true },
      'PAYMENT_STATE_CD',
      'PAID_DT',
      'PAYER_NM',
      'AMOUNT',
      'CURRENCY_CD',
      { field: 'CANCEL_REASON', editable: (row) => !isCancelled(row) },
      { field: 'MATCHED_AMT', zeroAsEmpty: true },
      { field: 'REFUNDED_AMT', zeroAsEmpty: true },
      { field: 'LEFT_AMT', zeroAsEmpty: true },
      'INVOICE_NOS',
      'OWNER_CD',
      { field: 'OWNER_NM', leads: true },
      { field: 'PAYER_CD', seldom: true },
      'BANK_REF',
      'REMARK',
      'CREATED_BY',
      'CREATED_AT',
      'CANCELLED_BY',
      'CANCELLED_AT',
    ],
  }),
}
