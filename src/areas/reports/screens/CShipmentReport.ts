import { ownShipments } from '../operations/customers.ts'
import { documentReport, thisWeek } from './document-report.ts'

export const cShipmentReportScreen = documentReport('CShipmentReport', ownShipments, {
  SHIPMENT_DT: thisWeek,
})
