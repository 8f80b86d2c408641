import { receiptsByStock } from '../operations/receipts.ts'
import { documentReport, thisWeek } from './document-report.ts'

export const receiptReportByStockScreen = documentReport(
  'ReceiptReportByStock',
  receiptsByStock,
  { RECEIPT_DT: thisWeek },
  { drill: { to: 'ReceiptReport' } },
)
