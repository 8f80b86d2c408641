import { ownReceipts } from '../operations/customers.ts'
import { documentReport, thisWeek } from './document-report.ts'

export const cReceiptReportScreen = documentReport('CReceiptReport', ownReceipts, {
  RECEIPT_DT: thisWeek,
})
