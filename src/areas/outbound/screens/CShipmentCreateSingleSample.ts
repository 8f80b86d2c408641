import { requestSampleShipments } from '../operations/shipments.ts'
import { shipmentDoc } from './shipment-doc.ts'

export const cShipmentCreateSingleSampleScreen = shipmentDoc(
  'CShipmentCreateSingleSample',
  requestSampleShipments,
  { sample: 'Y', open: '05' },
)
