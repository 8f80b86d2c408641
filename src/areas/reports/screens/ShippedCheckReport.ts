import { checkScans } from '#areas/outbound/operations/report-rows.ts'
import { shippedCheckReport } from '../operations/floor-work.ts'
import { documentReport } from './document-report.ts'

export const shippedCheckReportScreen = documentReport(
  'ShippedCheckReport',
  shippedCheckReport,
  { CHECK_DT: 'today' },
  {
    drill: {
      rows: checkScans,
      next: { to: 'InventoryHistory', with: { OWNER_CD: 'OWNER_CD', DOC_NO: 'SHIPMENT_NO' } },
    },
  },
)
