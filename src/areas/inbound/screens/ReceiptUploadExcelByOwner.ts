import { uploadScreen } from '#kernel/upload-screen.ts'
import { uploadReceipts } from '../operations/receipts.ts'

export const receiptUploadExcelByOwnerScreen = uploadScreen(
  'ReceiptUploadExcelByOwner',
  uploadReceipts,
  ['OWNER_CD', 'RECEIPT_DT'],
  {
    ownerMapping: true,
  },
)
