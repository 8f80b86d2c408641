import { uploadScreen } from '#kernel/upload-screen.ts'
import { uploadReceipts } from '../operations/receipts.ts'

export const receiptUploadExcelScreen = uploadScreen(
  'ReceiptUploadExcel',
  uploadReceipts,
  ['OWNER_CD', 'RECEIPT_DT'],
  {
    ownerMapping: false,
  },
)
