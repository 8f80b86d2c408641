import { shipmentSaves } from '../operations/shipments.ts'
import { shipmentStatus } from '../rules/shipment-status.ts'
import { shipmentSingle } from './shipment-doc.ts'

export const shipmentCreateSingleSampleScreen = shipmentSingle(
  'ShipmentCreateSingleSample',
  shipmentSaves.saveSample,
  { sample: 'Y', open: shipmentStatus.open },
)
