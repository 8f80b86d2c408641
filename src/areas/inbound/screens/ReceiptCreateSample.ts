import { saveSampleReceipts } from '../operations/receipts.ts'
import { receiptDoc } from './receipt-doc.ts'

export const receiptCreateSampleScreen = receiptDoc('ReceiptCreateSample', saveSampleReceipts, {
  sample: 'Y',
  open: '10',
})
