import { receiptPlanActual } from '../operations/receipts.ts'
import { documentReport, thisMonth } from './document-report.ts'

export const receiptPlanActualScreen = documentReport(
  'ReceiptPlanActual',
  receiptPlanActual,
  { RECEIPT_DT: thisMonth },
  { drill: { to: 'ReceiptReport' } },
)
