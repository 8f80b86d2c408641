import { receiptSaves } from '../operations/receipts.ts'
import { receiptStatus } from '../rules/receipt-status.ts'
import { receiptDoc } from './receipt-doc.ts'

export const receiptCreateScreen = receiptDoc('ReceiptCreate', receiptSaves.save, {
  sample: 'N',
  open: receiptStatus.open,
})
