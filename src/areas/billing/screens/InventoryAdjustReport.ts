import { adjustments } from '../operations/actual-work.ts'
import { workReport } from './work-report.ts'

export const inventoryAdjustReportScreen = workReport(
  'InventoryAdjustReport',
  adjustments,
  ['OWNER_CD', 'STOCK_CD', 'DOC_NO', 'LOT_NO', 'USER_ID'],
  { to: 'InventoryHistory', with: { DOC_NO: 'DOC_NO' } },
)
