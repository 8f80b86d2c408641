import { allocate, cancelAllocation } from '../operations/allocating.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'
import { shipmentLinesGrid, shipmentStep, shortQuantity } from './shipment-step.ts'

const quantities = ['ORDER_QTY', 'ALLOC_QTY', shortQuantity]

export const allocScreen = {
  ...shipmentStep('Alloc', allocate, shipmentStepFrom.allocate, quantities, {
    undo: { does: cancelAllocation, on: 'AllocCancel' },
  }),
  lines: { ...shipmentLinesGrid, checks: true },
}
