import { shipmentSaves } from '../operations/shipments.ts'
import { shipmentDoc } from './shipment-doc.ts'

export const cShipmentModifySampleScreen = shipmentDoc(
  'CShipmentModifySample',
  shipmentSaves.changeRequestedSample,
  { sample: 'Y', open: '05', openOnly: true },
)
