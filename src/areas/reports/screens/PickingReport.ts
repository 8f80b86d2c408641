import { picks } from '#areas/outbound/operations/report-rows.ts'
import { pickingReport } from '../operations/floor-work.ts'
import { documentReport } from './document-report.ts'

export const pickingReportScreen = documentReport(
  'PickingReport',
  pickingReport,
  { PICK_DT: 'today' },
  {
    drill: {
      rows: picks,
      next: {
        to: 'InventoryHistory',
        with: { OWNER_CD: 'OWNER_CD', STOCK_CD: 'STOCK_CD', DOC_NO: 'SHIPMENT_NO' },
      },
    },
  },
)
