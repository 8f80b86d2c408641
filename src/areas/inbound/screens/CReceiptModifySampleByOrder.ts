import { changeRequestedSampleReceipts } from '../operations/receipts.ts'
import { receiptDoc } from './receipt-doc.ts'

export const cReceiptModifySampleByOrderScreen = receiptDoc(
  'CReceiptModifySampleByOrder',
  changeRequestedSampleReceipts,
  { sample: 'Y', open: '05', openOnly: true },
)
