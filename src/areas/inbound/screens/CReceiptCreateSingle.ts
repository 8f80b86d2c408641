import { requestReceipts } from '../operations/receipts.ts'
import { receiptDoc } from './receipt-doc.ts'

export const cReceiptCreateSingleScreen = receiptDoc('CReceiptCreateSingle', requestReceipts, {
  sample: 'N',
  open: '05',
})
