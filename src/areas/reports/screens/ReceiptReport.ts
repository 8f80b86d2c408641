import { receiptReport } from '../operations/receipts.ts'
import { documentReport, thisWeek } from './document-report.ts'

export const receiptReportScreen = documentReport(
  'ReceiptReport',
  receiptReport,
  { RECEIPT_DT: thisWeek },
  { drill: { to: 'InventoryHistory', with: { DOC_NO: 'RECEIPT_NO' } } },
)
