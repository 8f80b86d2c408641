import { shipmentPlanActual } from '../operations/shipments.ts'
import { documentReport, thisMonth } from './document-report.ts'

export const shipmentPlanActualScreen = documentReport(
  'ShipmentPlanActual',
  shipmentPlanActual,
  { SHIPMENT_DT: thisMonth },
  { drill: { to: 'ShipmentReport' } },
)
