import { receiptSummary } from '../operations/receipts.ts'
import { documentReport, thisMonth } from './document-report.ts'

export const receiptSummaryScreen = documentReport(
  'ReceiptSummary',
  receiptSummary,
  { RECEIPT_DT: thisMonth },
  { drill: { to: 'ReceiptReport' } },
)
