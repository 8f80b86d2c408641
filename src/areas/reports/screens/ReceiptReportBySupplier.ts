import { receiptsBySupplier } from '../operations/receipts.ts'
import { documentReport, thisWeek } from './document-report.ts'

export const receiptReportBySupplierScreen = documentReport(
  'ReceiptReportBySupplier',
  receiptsBySupplier,
  { RECEIPT_DT: thisWeek },
  { drill: { to: 'ReceiptReport' } },
)
