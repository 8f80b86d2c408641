import { allocate } from '../operations/allocating.ts'
import { shipmentStep, shortQuantity } from './shipment-step.ts'

export const allocScreen = shipmentStep('Alloc', allocate, '10,15', [
  'ORDER_QTY',
  'ALLOC_QTY',
  shortQuantity,
])
