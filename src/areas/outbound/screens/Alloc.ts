import { allocate, cancelAllocation } from '../operations/allocating.ts'
import { shipmentLinesGrid, shipmentStep, shortQuantity } from './shipment-step.ts'

const quantities = ['ORDER_QTY', 'ALLOC_QTY', shortQuantity]

/** Whole shipments by the key of "save", ticked lines or stock chosen by hand from the lines. */
export const allocScreen = {
  ...shipmentStep('Alloc', allocate, '10,15', quantities, {
    undo: { does: cancelAllocation, on: 'AllocCancel' },
  }),
  lines: { ...shipmentLinesGrid, checks: true },
}
