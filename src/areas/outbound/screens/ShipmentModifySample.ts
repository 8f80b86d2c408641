import { shipmentSaves } from '../operations/shipments.ts'
import { shipmentStatus } from '../rules/shipment-status.ts'
import { shipmentDoc } from './shipment-doc.ts'

export const shipmentModifySampleScreen = shipmentDoc(
  'ShipmentModifySample',
  shipmentSaves.changeSample,
  { sample: 'Y', open: shipmentStatus.open, openOnly: true },
)
