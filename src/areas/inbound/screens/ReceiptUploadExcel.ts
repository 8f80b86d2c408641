import { pick } from '#kernel/table.ts'
import type { UploadScreen } from '#kernel/screen.ts'
import { uploadReceipts } from '../operations/receipts.ts'
import { receipt } from '../tables/receipt.ts'

const heading = ['OWNER_CD', 'RECEIPT_DT'] as const

export const receiptUploadExcelScreen: UploadScreen = {
  kind: 'upload',
  route: 'ReceiptUploadExcel',
  search: [],
  save: uploadReceipts,
  ownerMapping: false,
  header: pick(receipt, heading),
  columns: Object.keys(uploadReceipts.input)
    .filter((field) => !heading.some((name) => name === field))
    .map((field) => ({ field, editable: true })),
}
