import { shipmentSaves } from '../operations/shipments.ts'
import { shipmentStatus } from '../rules/shipment-status.ts'
import { shipmentDoc } from './shipment-doc.ts'

export const shipmentCreateSampleScreen = shipmentDoc(
  'ShipmentCreateSample',
  shipmentSaves.saveSample,
  { sample: 'Y', open: shipmentStatus.open },
)
