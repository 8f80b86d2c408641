import { shipmentSaves } from '../operations/shipments.ts'
import { shipmentStatus } from '../rules/shipment-status.ts'
import { shipmentSingle } from './shipment-doc.ts'

export const cShipmentCreateSingleScreen = shipmentSingle(
  'CShipmentCreateSingle',
  shipmentSaves.request,
  { sample: 'N', open: shipmentStatus.requested },
)
