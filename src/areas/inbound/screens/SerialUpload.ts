import { uploadScreen } from '#kernel/upload-screen.ts'
import { uploadSerials } from '../operations/receipts.ts'

export const serialUploadScreen = uploadScreen('SerialUpload', uploadSerials, ['RECEIPT_NO'], {
  ownerMapping: false,
})
