import { receiptSaves } from '../operations/receipts.ts'
import { receiptSingle } from './receipt-doc.ts'

export const cReceiptCreateSingleSampleScreen = receiptSingle(
  'CReceiptCreateSingleSample',
  receiptSaves.requestSample,
  { sample: 'Y', open: '05' },
)
