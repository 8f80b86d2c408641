import { receiptSaves } from '../operations/receipts.ts'
import { receiptStatus } from '../rules/receipt-status.ts'
import { receiptSingle } from './receipt-doc.ts'

export const cReceiptCreateSingleSampleScreen = receiptSingle(
  'CReceiptCreateSingleSample',
  receiptSaves.requestSample,
  { sample: 'Y', open: receiptStatus.requested },
)
