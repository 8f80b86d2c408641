import { shipmentSaves } from '../operations/shipments.ts'
import { shipmentSingle } from './shipment-doc.ts'

export const shipmentCreateSingleScreen = shipmentSingle(
  'ShipmentCreateSingle',
  shipmentSaves.save,
  { sample: 'N', open: '10' },
)
