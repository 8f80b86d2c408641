import { requestStateColumns } from '#kernel/request-fields.ts'
import { grid, type WorkScreen } from '#kernel/screen.ts'
import { decideShipmentRequests, shipmentRequests } from '../operations/shipments.ts'
import { shipmentLinesGrid, shipmentSearch } from './shipment-step.ts'

export const cShipmentManagementScreen: WorkScreen = {
  kind: 'work',
  route: 'CShipmentManagement',
  search: shipmentSearch,
  searchAtOpen: true,
  act: decideShipmentRequests,
  link: ['SHIPMENT_NO'],
  grid: grid({
    source: shipmentRequests,
    checks: true,
    columns: [
      'SHIPMENT_NO',
      'OWNER_CD',
      'OWNER_NM',
      'SHIP_TO_CD',
      'SHIP_TO_NM',
      'SHIPMENT_DT',
      ...requestStateColumns,
    ],
  }),
  lines: shipmentLinesGrid,
}
