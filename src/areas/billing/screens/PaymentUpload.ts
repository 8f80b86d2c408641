import type { UploadScreen } from '#kernel/screen.ts'
import { writePayments } from '../operations/payments.ts'

/**
 * Column order of bank sheets. Import stops where the first column is empty, and banks do not
 * supply owners.
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
