import { ownMovements } from '#areas/inventory/operations/stock.ts'
import { ownShipments } from '../operations/customers.ts'
import { documentReport, thisWeek } from './document-report.ts'

export const cShipmentReportScreen = documentReport(
  'CShipmentReport',
  ownShipments,
  { SHIPMENT_DT: thisWeek },
  { drill: { rows: ownMovements, with: { DOC_NO: 'SHIPMENT_NO' } } },
)
