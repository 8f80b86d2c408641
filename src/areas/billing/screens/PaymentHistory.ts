import { grid, type WorkScreen } from '#kernel/screen.ts'
import { matches, unmatchPayments } from '../operations/payments.ts'

export const paymentHistoryScreen: WorkScreen = {
  kind: 'work',
  route: 'PaymentHistory',
  search: ['PAID_DT', 'PAYER_NM', 'OWNER_CD', 'BILL_MONTH', 'INVOICE_NO', 'PAYMENT_NO'],
  searchAtOpen: true,
  act: unmatchPayments,
  grid: grid({
    source: matches,
    rowTone: (row) => (row['REVERSES_NO'] ? 'stop' : undefined),
    columns: [
      { field: 'PAY_MATCH_NO', frozen: true },
      'PAID_DT',
      'PAYER_NM',
      'PAYMENT_NO',
      'INVOICE_NO',
      'BILL_MONTH',
      'OWNER_CD',
      'OWNER_NM',
      'PAYER_CD',
      'AMOUNT',
      'CURRENCY_CD',
      { field: 'PAID_AMT', seldom: true },
      { field: 'PAY_CURRENCY_CD', seldom: true },
      { field: 'FX_AMT', seldom: true },
      'REVERSES_NO',
      'MATCHED_BY',
      'MATCHED_AT',
    ],
  }),
}
