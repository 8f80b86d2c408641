import { shipmentSummary } from '../operations/shipments.ts'
import { documentReport, thisMonth } from './document-report.ts'

export const shipmentSummaryScreen = documentReport(
  'ShipmentSummary',
  shipmentSummary,
  { SHIPMENT_DT: thisMonth },
  { drill: { to: 'ShipmentReport' } },
)
