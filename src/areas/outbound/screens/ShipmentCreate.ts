import { shipmentSaves } from '../operations/shipments.ts'
import { shipmentStatus } from '../rules/shipment-status.ts'
import { shipmentDoc } from './shipment-doc.ts'

export const shipmentCreateScreen = shipmentDoc('ShipmentCreate', shipmentSaves.save, {
  sample: 'N',
  open: shipmentStatus.open,
})
