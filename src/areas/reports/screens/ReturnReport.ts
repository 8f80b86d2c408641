import { returnReport } from '../operations/returns.ts'
import { returnWork } from '#areas/returns/operations/return-work.ts'
import { documentReport, thisMonth } from './document-report.ts'

export const returnReportScreen = documentReport(
  'ReturnReport',
  returnReport,
  { RECEIPT_DT: thisMonth },
  { drill: { rows: returnWork, next: { to: 'InventoryHistory', with: { DOC_NO: 'RECEIPT_NO' } } } },
)
