import { receiptCancels } from '../operations/receipts.ts'
import { documentReport, thisMonth } from './document-report.ts'

export const receiptCancelReportScreen = documentReport(
  'ReceiptCancelReport',
  receiptCancels,
  { CANCEL_DT: thisMonth },
  { drill: { to: 'InventoryHistory', with: { DOC_NO: 'RECEIPT_NO' } } },
)
