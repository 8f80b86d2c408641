import { cancelShipping, outboundBill, ship } from '../operations/shipping.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'
import { shipmentStep } from './shipment-step.ts'

export const shippingScreen = shipmentStep(
  'Shipping',
  ship,
  shipmentStepFrom.ship,
  ['ORDER_QTY', 'PICK_QTY', 'CHECK_QTY'],
  {
    print: { does: outboundBill, on: 'PrintOutboundBill' },
    undo: { does: cancelShipping, on: 'ShippingCancel' },
  },
)
