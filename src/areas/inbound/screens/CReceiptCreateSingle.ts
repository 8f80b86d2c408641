import { receiptSaves } from '../operations/receipts.ts'
import { receiptStatus } from '../rules/receipt-status.ts'
import { receiptSingle } from './receipt-doc.ts'

export const cReceiptCreateSingleScreen = receiptSingle(
  'CReceiptCreateSingle',
  receiptSaves.request,
  { sample: 'N', open: receiptStatus.requested },
)
