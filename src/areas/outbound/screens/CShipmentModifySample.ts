import { shipmentSaves } from '../operations/shipments.ts'
import { shipmentStatus } from '../rules/shipment-status.ts'
import { shipmentDoc } from './shipment-doc.ts'

export const cShipmentModifySampleScreen = shipmentDoc(
  'CShipmentModifySample',
  shipmentSaves.changeRequestedSample,
  { sample: 'Y', open: shipmentStatus.requested, openOnly: true },
)
