import { receiptReport } from '../operations/receipts.ts'
import { documentReport, thisWeek } from './document-report.ts'

export const receiptReportSampleScreen = documentReport(
  'ReceiptReportSample',
  receiptReport,
  { RECEIPT_DT: thisWeek },
  { drill: { to: 'InventoryHistory', with: { DOC_NO: 'RECEIPT_NO' } }, fixed: { SAMPLE_YN: 'Y' } },
)
