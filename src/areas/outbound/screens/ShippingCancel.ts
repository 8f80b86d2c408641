import { cancelShipping, ship } from '../operations/shipping.ts'
import { shipmentStep } from './shipment-step.ts'

export const shippingCancelScreen = shipmentStep(
  'ShippingCancel',
  cancelShipping,
  '60',
  ['ORDER_QTY', 'SHIP_QTY', 'SHIPPED_AT'],
  { undo: { does: ship, on: 'Shipping' } },
)
