import { saveSampleShipments } from '../operations/shipments.ts'
import { shipmentDoc } from './shipment-doc.ts'

export const shipmentCreateSampleScreen = shipmentDoc('ShipmentCreateSample', saveSampleShipments, {
  sample: 'Y',
  open: '10',
})
