import type { WireRow } from '#kernel/field.ts'
import { grid, type WorkScreen } from '#kernel/screen.ts'
import { cancelRefunds, refunds } from '../operations/refunds.ts'

const isCancelled = (row: WireRow) => row['REFUND_STATE_CD'] === 'CANCELLED'

/** Refunds are entered from the payments. Here they are listed, and wrong ones cancelled. */
export const paymentRefundScreen: WorkScreen = {
  kind: 'work',
  route: 'PaymentRefund',
  search: [
    'REFUND_DT',
    'PAYER_NM',
    'OWNER_CD',
    'PAYER_CD',
    'REFUND_STATE_CD',
    'PAYMENT_NO',
    'REFUND_NO',
    'BANK_REF',
  ],
  searchDefaults: { REFUND_DT: 'month-first~today' },
  searchAtOpen: true,
  act: cancelRefunds,
  grid: grid({
    source: refunds,
    checks: true,
    rowTone: (row) => (isCancelled(row) ? 'stop' : undefined),
    columns: [
      { field: 'REFUND_NO', frozen: true },
      'REFUND_STATE_CD',
      'REFUND_DT',
      'PAYER_NM',
      'AMOUNT',
      'CURRENCY_CD',
      'REASON',
      { field: 'CANCEL_REASON', editable: (row) => !isCancelled(row) },
      'PAYMENT_NO',
      'BANK_REF',
      'OWNER_CD',
      { field: 'OWNER_NM', leads: true },
      { field: 'PAYER_CD', seldom: true },
      'CREATED_BY',
      'CREATED_AT',
      'CANCELLED_BY',
      'CANCELLED_AT',
    ],
  }),
}
