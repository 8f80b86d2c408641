import { shipmentsByShipTo } from '../operations/shipments.ts'
import { documentReport, thisWeek } from './document-report.ts'

export const shipmentReportByShipToScreen = documentReport(
  'ShipmentReportByShipTo',
  shipmentsByShipTo,
  { SHIPMENT_DT: thisWeek },
  { drill: { to: 'ShipmentReport' } },
)
