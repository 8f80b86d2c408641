import { saveShipments } from '../operations/shipments.ts'
import { shipmentDoc } from './shipment-doc.ts'

export const shipmentCreateScreen = shipmentDoc('ShipmentCreate', saveShipments, {
  sample: 'N',
  open: '10',
})
