import { shipmentCancels } from '../operations/shipments.ts'
import { documentReport, thisMonth } from './document-report.ts'

export const shipmentCancelReportScreen = documentReport(
  'ShipmentCancelReport',
  shipmentCancels,
  { CANCEL_DT: thisMonth },
  { drill: { to: 'InventoryHistory', with: { DOC_NO: 'SHIPMENT_NO' } } },
)
