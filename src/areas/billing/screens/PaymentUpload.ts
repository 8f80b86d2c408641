import type { UploadScreen } from '#kernel/screen.ts'
import { writePayments } from '../operations/payments.ts'

/**
 * Column order of bank sheets. The owner is not first, because banks leave it empty and an import
 * ends at the first row whose first column is empty.
 */
const columns = [
  'PAID_DT',
  'PAYER_NM',
  'AMOUNT',
  'BANK_REF',
  'OWNER_CD',
  'CURRENCY_CD',
  'REMARK',
  'PAYER_CD',
] as const satisfies readonly (keyof typeof writePayments.input)[]

export const paymentUploadScreen: UploadScreen = {
  kind: 'upload',
  route: 'PaymentUpload',
  search: [],
  save: writePayments,
  ownerMapping: false,
  header: {},
  columns: columns.map((field) => ({ field, editable: true })),
}
