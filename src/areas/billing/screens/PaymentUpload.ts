import type { UploadScreen } from '#kernel/screen.ts'
import { writePayments } from '../operations/payments.ts'

/** Money that came in, typed or from a bank's sheet. */
export const paymentUploadScreen: UploadScreen = {
  kind: 'upload',
  route: 'PaymentUpload',
  search: [],
  save: writePayments,
  ownerMapping: false,
  header: {},
  columns: Object.keys(writePayments.input).map((field) => ({ field, editable: true })),
}
