import { receiptSaves } from '../operations/receipts.ts'
import { receiptSingle } from './receipt-doc.ts'

export const receiptCreateSingleScreen = receiptSingle('ReceiptCreateSingle', receiptSaves.save, {
  sample: 'N',
  open: '10',
})
