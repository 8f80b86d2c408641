import { shipmentReport } from '../operations/shipments.ts'
import { documentReport, thisWeek } from './document-report.ts'

export const shipmentReportSampleScreen = documentReport(
  'ShipmentReportSample',
  shipmentReport,
  { SHIPMENT_DT: thisWeek },
  { drill: { to: 'InventoryHistory', with: { DOC_NO: 'SHIPMENT_NO' } }, fixed: { SAMPLE_YN: 'Y' } },
)
