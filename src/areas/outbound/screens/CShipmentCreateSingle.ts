import { requestShipments } from '../operations/shipments.ts'
import { shipmentDoc } from './shipment-doc.ts'

export const cShipmentCreateSingleScreen = shipmentDoc('CShipmentCreateSingle', requestShipments, {
  sample: 'N',
  open: '05',
})
