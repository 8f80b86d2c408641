import { receiptSaves } from '../operations/receipts.ts'
import { receiptDoc } from './receipt-doc.ts'

export const cReceiptModifySampleByOrderScreen = receiptDoc(
  'CReceiptModifySampleByOrder',
  receiptSaves.changeRequestedSample,
  { sample: 'Y', open: '05', openOnly: true },
)
