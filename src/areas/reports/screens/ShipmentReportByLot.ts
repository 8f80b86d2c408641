import { shipmentsByLot } from '../operations/shipments.ts'
import { documentReport, thisWeek } from './document-report.ts'

export const shipmentReportByLotScreen = documentReport(
  'ShipmentReportByLot',
  shipmentsByLot,
  { BUSINESS_DT: thisWeek },
  { drill: { to: 'InventoryHistory' } },
)
