import { outboundBill } from '../operations/shipping.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'
import { shipmentPaper } from './shipment-step.ts'

export const printOutboundBillScreen = shipmentPaper(
  'PrintOutboundBill',
  outboundBill,
  shipmentStepFrom.printBill,
  ['PICK_QTY', 'SHIP_QTY', 'SHIPPED_AT'],
)
