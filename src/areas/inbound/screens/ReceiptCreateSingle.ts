import { receiptSaves } from '../operations/receipts.ts'
import { receiptStatus } from '../rules/receipt-status.ts'
import { receiptSingle } from './receipt-doc.ts'

export const receiptCreateSingleScreen = receiptSingle('ReceiptCreateSingle', receiptSaves.save, {
  sample: 'N',
  open: receiptStatus.open,
})
