import { receiptSaves } from '../operations/receipts.ts'
import { receiptSingle } from './receipt-doc.ts'

export const cReceiptCreateSingleScreen = receiptSingle(
  'CReceiptCreateSingle',
  receiptSaves.request,
  { sample: 'N', open: '05' },
)
