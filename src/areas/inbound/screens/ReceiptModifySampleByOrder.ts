import { receiptSaves } from '../operations/receipts.ts'
import { receiptDoc } from './receipt-doc.ts'

export const receiptModifySampleByOrderScreen = receiptDoc(
  'ReceiptModifySampleByOrder',
  receiptSaves.changeSample,
  { sample: 'Y', open: '10', openOnly: true },
)
