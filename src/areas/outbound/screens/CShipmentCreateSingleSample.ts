import { shipmentSaves } from '../operations/shipments.ts'
import { shipmentStatus } from '../rules/shipment-status.ts'
import { shipmentSingle } from './shipment-doc.ts'

export const cShipmentCreateSingleSampleScreen = shipmentSingle(
  'CShipmentCreateSingleSample',
  shipmentSaves.requestSample,
  { sample: 'Y', open: shipmentStatus.requested },
)
