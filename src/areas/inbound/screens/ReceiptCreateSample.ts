import { receiptSaves } from '../operations/receipts.ts'
import { receiptStatus } from '../rules/receipt-status.ts'
import { receiptDoc } from './receipt-doc.ts'

export const receiptCreateSampleScreen = receiptDoc(
  'ReceiptCreateSample',
  receiptSaves.saveSample,
  { sample: 'Y', open: receiptStatus.open },
)
