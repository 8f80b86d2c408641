import { cancelAllocation } from '../operations/allocating.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'
import { shipmentStep, shortQuantity } from './shipment-step.ts'

export const allocCancelScreen = shipmentStep(
  'AllocCancel',
  cancelAllocation,
  shipmentStepFrom.cancelAllocation,
  ['ORDER_QTY', 'ALLOC_QTY', shortQuantity],
)
