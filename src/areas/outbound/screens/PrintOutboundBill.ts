import { outboundBill } from '../operations/shipping.ts'
import { shipmentPaper } from './shipment-step.ts'

export const printOutboundBillScreen = shipmentPaper(
  'PrintOutboundBill',
  outboundBill,
  '40,50,60',
  ['PICK_QTY', 'SHIP_QTY', 'SHIPPED_AT'],
)
