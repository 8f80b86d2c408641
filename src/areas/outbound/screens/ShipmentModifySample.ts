import { changeSampleShipments } from '../operations/shipments.ts'
import { shipmentDoc } from './shipment-doc.ts'

export const shipmentModifySampleScreen = shipmentDoc(
  'ShipmentModifySample',
  changeSampleShipments,
  { sample: 'Y', open: '10', openOnly: true },
)
