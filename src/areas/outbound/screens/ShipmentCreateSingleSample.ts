import { shipmentSaves } from '../operations/shipments.ts'
import { shipmentSingle } from './shipment-doc.ts'

export const shipmentCreateSingleSampleScreen = shipmentSingle(
  'ShipmentCreateSingleSample',
  shipmentSaves.saveSample,
  { sample: 'Y', open: '10' },
)
