import { receiptSaves } from '../operations/receipts.ts'
import { receiptStatus } from '../rules/receipt-status.ts'
import { receiptSingle } from './receipt-doc.ts'

export const receiptCreateSingleSampleScreen = receiptSingle(
  'ReceiptCreateSingleSample',
  receiptSaves.saveSample,
  { sample: 'Y', open: receiptStatus.open },
)
