import { saveReceipts } from '../operations/receipts.ts'
import { receiptDoc } from './receipt-doc.ts'

export const receiptCreateScreen = receiptDoc('ReceiptCreate', saveReceipts, {
  sample: 'N',
  open: '10',
})
