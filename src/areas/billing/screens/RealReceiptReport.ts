import { realReceipts } from '../operations/actual-work.ts'
import { workReport } from './work-report.ts'

export const realReceiptReportScreen = workReport(
  'RealReceiptReport',
  realReceipts,
  ['OWNER_CD', 'SUPPLIER_CD', 'STOCK_CD', 'RECEIPT_NO', 'LOT_NO'],
  { to: 'InventoryHistory', with: { DOC_NO: 'RECEIPT_NO' } },
)
