import { allocate, cancelAllocation } from '../operations/allocating.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'
import { shipmentLinesGrid, shipmentStep, shortQuantity } from './shipment-step.ts'

const quantities = ['ORDER_QTY', 'ALLOC_QTY', shortQuantity]

const states = [...shipmentStepFrom.allocate, ...shipmentStepFrom.fillRest]
const step = shipmentStep('Alloc', allocate, states, quantities, {
  undo: { does: cancelAllocation, on: 'AllocCancel' },
})

export const allocScreen = {
  ...step,
  grid: { ...step.grid, fixed: { ...step.grid.fixed, ALLOC_YN: 'Y' } },
  lines: { ...shipmentLinesGrid, checks: true },
}
