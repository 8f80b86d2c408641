import { cancelShipping, ship } from '../operations/shipping.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'
import { shipmentStep } from './shipment-step.ts'

export const shippingCancelScreen = shipmentStep(
  'ShippingCancel',
  cancelShipping,
  shipmentStepFrom.cancelShipping,
  ['ORDER_QTY', 'SHIP_QTY', { field: 'CANCEL_REASON', editable: true }, 'SHIPPED_AT'],
  { undo: { does: ship, on: 'Shipping' } },
)
