import { receiptSaves } from '../operations/receipts.ts'
import { receiptStatus } from '../rules/receipt-status.ts'
import { receiptDoc } from './receipt-doc.ts'

export const cReceiptModifySampleByOrderScreen = receiptDoc(
  'CReceiptModifySampleByOrder',
  receiptSaves.changeRequestedSample,
  { sample: 'Y', open: receiptStatus.requested, openOnly: true },
)
