import { isUnsavedRow } from '#kernel/editing.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { payments, writePayments } from '../operations/payments.ts'

const editableUntilSaved = <N extends string>(field: N) => ({ field, editable: isUnsavedRow })

/** Payments can only be added. A wrong one is cancelled in the list of payments. */
export const paymentEntryScreen: MasterScreen = {
  kind: 'master',
  route: 'PaymentEntry',
  search: ['PAID_DT', 'PAYER_NM', 'OWNER_CD', 'PAYER_CD', 'PAYMENT_NO'],
  searchDefaults: { PAID_DT: 'month-first~today' },
  searchAtOpen: true,
  save: writePayments,
  rowsKept: true,
  grid: grid({
    source: payments,
    columns: [
      { field: 'PAYMENT_NO', frozen: true },
      { field: 'PAID_DT', editable: isUnsavedRow, default: 'today' },
      { field: 'PAYER_NM', editable: isUnsavedRow, identifies: true },
      editableUntilSaved('AMOUNT'),
      editableUntilSaved('CURRENCY_CD'),
      editableUntilSaved('BANK_REF'),
      editableUntilSaved('OWNER_CD'),
      'OWNER_NM',
      editableUntilSaved('PAYER_CD'),
      editableUntilSaved('REMARK'),
      { field: 'PAYMENT_STATE_CD', leads: true },
      { field: 'MATCHED_AMT', zeroAsEmpty: true },
      { field: 'REFUNDED_AMT', zeroAsEmpty: true, seldom: true },
      'INVOICE_NOS',
      'CREATED_BY',
      'CREATED_AT',
    ],
  }),
}
