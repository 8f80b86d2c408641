import { shipmentSaves } from '../operations/shipments.ts'
import { shipmentStatus } from '../rules/shipment-status.ts'
import { shipmentSingle } from './shipment-doc.ts'

export const shipmentCreateSingleScreen = shipmentSingle(
  'ShipmentCreateSingle',
  shipmentSaves.save,
  { sample: 'N', open: shipmentStatus.open },
)
