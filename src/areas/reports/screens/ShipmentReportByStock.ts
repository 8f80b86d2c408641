import { shipmentsByStock } from '../operations/shipments.ts'
import { documentReport, thisWeek } from './document-report.ts'

export const shipmentReportByStockScreen = documentReport(
  'ShipmentReportByStock',
  shipmentsByStock,
  { SHIPMENT_DT: thisWeek },
  { drill: { to: 'ShipmentReport' } },
)
