import { cancelShipping, outboundBill, ship } from '../operations/shipping.ts'
import { shipmentStep } from './shipment-step.ts'

export const shippingScreen = shipmentStep(
  'Shipping',
  ship,
  '50',
  ['ORDER_QTY', 'PICK_QTY', 'CHECK_QTY'],
  {
    print: { does: outboundBill, on: 'PrintOutboundBill' },
    undo: { does: cancelShipping, on: 'ShippingCancel' },
  },
)
