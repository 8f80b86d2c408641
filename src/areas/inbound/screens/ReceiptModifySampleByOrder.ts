import { changeSampleReceipts } from '../operations/receipts.ts'
import { receiptDoc } from './receipt-doc.ts'

export const receiptModifySampleByOrderScreen = receiptDoc(
  'ReceiptModifySampleByOrder',
  changeSampleReceipts,
  { sample: 'Y', open: '10', openOnly: true },
)
