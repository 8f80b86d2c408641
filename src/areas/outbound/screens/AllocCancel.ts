import { cancelAllocation } from '../operations/allocating.ts'
import { shipmentStep, shortQuantity } from './shipment-step.ts'

export const allocCancelScreen = shipmentStep('AllocCancel', cancelAllocation, '15,20,30', [
  'ORDER_QTY',
  'ALLOC_QTY',
  shortQuantity,
])
