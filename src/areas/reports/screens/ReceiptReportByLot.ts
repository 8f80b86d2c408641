import { receiptsByLot } from '../operations/receipts.ts'
import { documentReport, thisWeek } from './document-report.ts'

export const receiptReportByLotScreen = documentReport(
  'ReceiptReportByLot',
  receiptsByLot,
  { BUSINESS_DT: thisWeek },
  { drill: { to: 'InventoryHistory' } },
)
