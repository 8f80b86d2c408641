import { requestSampleReceipts } from '../operations/receipts.ts'
import { receiptDoc } from './receipt-doc.ts'

export const cReceiptCreateSingleSampleScreen = receiptDoc(
  'CReceiptCreateSingleSample',
  requestSampleReceipts,
  { sample: 'Y', open: '05' },
)
