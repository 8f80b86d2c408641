import { changeRequestedSampleShipments } from '../operations/shipments.ts'
import { shipmentDoc } from './shipment-doc.ts'

export const cShipmentModifySampleScreen = shipmentDoc(
  'CShipmentModifySample',
  changeRequestedSampleShipments,
  { sample: 'Y', open: '05', openOnly: true },
)
