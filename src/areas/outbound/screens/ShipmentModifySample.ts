import { shipmentSaves } from '../operations/shipments.ts'
import { shipmentDoc } from './shipment-doc.ts'

export const shipmentModifySampleScreen = shipmentDoc(
  'ShipmentModifySample',
  shipmentSaves.changeSample,
  { sample: 'Y', open: '10', openOnly: true },
)
