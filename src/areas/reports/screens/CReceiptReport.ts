import { ownMovements } from '#areas/inventory/operations/stock.ts'
import { ownReceipts } from '../operations/customers.ts'
import { documentReport, thisWeek } from './document-report.ts'

export const cReceiptReportScreen = documentReport(
  'CReceiptReport',
  ownReceipts,
  { RECEIPT_DT: thisWeek },
  { drill: { rows: ownMovements, with: { DOC_NO: 'RECEIPT_NO' } } },
)
