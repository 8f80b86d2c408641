import { receiptSaves } from '../operations/receipts.ts'
import { receiptStatus } from '../rules/receipt-status.ts'
import { receiptDoc } from './receipt-doc.ts'

export const receiptModifySampleByOrderScreen = receiptDoc(
  'ReceiptModifySampleByOrder',
  receiptSaves.changeSample,
  { sample: 'Y', open: receiptStatus.open, openOnly: true },
)
