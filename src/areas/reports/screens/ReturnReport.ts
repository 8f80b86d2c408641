import { returnReport } from '../operations/returns.ts'
import { documentReport, thisMonth } from './document-report.ts'

export const returnReportScreen = documentReport(
  'ReturnReport',
  returnReport,
  { RECEIPT_DT: thisMonth },
  { drill: { to: 'InventoryHistory' } },
)
