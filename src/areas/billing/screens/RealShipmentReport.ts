import { realShipments } from '../operations/actual-work.ts'
import { workReport } from './work-report.ts'

export const realShipmentReportScreen = workReport(
  'RealShipmentReport',
  realShipments,
  ['OWNER_CD', 'SHIP_TO_CD', 'STOCK_CD', 'SHIPMENT_NO', 'LOT_NO'],
  { to: 'InventoryHistory', with: { DOC_NO: 'SHIPMENT_NO' } },
)
