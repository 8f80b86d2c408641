import type { UploadScreen } from '#kernel/screen.ts'
import { writePayments } from '../operations/payments.ts'

/** As a bank writes them: a sheet is read until its first column is empty, and no bank knows owners. */
const columns = [
  'PAID_DT',
  'PAYER_NM',
  'AMOUNT',
  'BANK_REF',
  'OWNER_CD',
  'CURRENCY_CD',
  'REMARK',
] as const satisfies readonly (keyof typeof writePayments.input)[]

/** Money that came in, typed or from a bank's sheet. */
export const paymentUploadScreen: UploadScreen = {
  kind: 'upload',
  route: 'PaymentUpload',
  search: [],
  save: writePayments,
  ownerMapping: false,
  header: {},
  columns: columns.map((field) => ({ field, editable: true })),
}
