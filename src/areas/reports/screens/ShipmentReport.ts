import { shipmentReport } from '../operations/shipments.ts'
import { documentReport, thisWeek } from './document-report.ts'

export const shipmentReportScreen = documentReport(
  'ShipmentReport',
  shipmentReport,
  { SHIPMENT_DT: thisWeek },
  { drill: { to: 'InventoryHistory', with: { DOC_NO: 'SHIPMENT_NO' } } },
)
