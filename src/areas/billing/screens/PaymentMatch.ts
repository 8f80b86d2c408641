import { grid, type WorkScreen } from '#kernel/screen.ts'
import { matchPayments, openPayments } from '../operations/payments.ts'

export const paymentMatchScreen: WorkScreen = {
  kind: 'work',
  route: 'PaymentMatch',
  search: ['PAID_DT', 'PAYER_NM', 'OWNER_CD', 'PAYER_CD', 'PAYMENT_NO'],
  searchAtOpen: true,
  act: matchPayments,
  grid: grid({
    source: openPayments,
    columns: [
      { field: 'PAYMENT_NO', frozen: true },
      'PAID_DT',
      'PAYER_NM',
      'AMOUNT',
      'LEFT_AMT',
      { field: 'PROPOSAL', tone: () => 'accent' },
      { field: 'INVOICE_NO', editable: true },
      { field: 'MATCH_AMT', editable: true },
      { field: 'PAID_AMT', editable: true },
      { field: 'OTHER_OWNER_YN', editable: true },
      'CURRENCY_CD',
      'OWNER_CD',
      'PAYER_CD',
      'MATCHED_AMT',
      { field: 'REFUNDED_AMT', zeroAsEmpty: true, seldom: true },
      'BANK_REF',
      'REMARK',
      'CREATED_BY',
      'CREATED_AT',
    ],
  }),
}
