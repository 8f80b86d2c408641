import type { PrintScreen } from '#kernel/screen.ts'
import { outboundBill } from '../operations/shipping.ts'
import { shipmentGrid, shipmentLinesGrid, shipmentSearch } from './shipment-step.ts'

export const printOutboundBillScreen: PrintScreen = {
  kind: 'print',
  route: 'PrintOutboundBill',
  search: shipmentSearch,
  searchAtOpen: true,
  grid: shipmentGrid('40,50,60', ['PICK_QTY', 'SHIP_QTY', 'SHIPPED_AT']),
  lines: shipmentLinesGrid,
  link: ['SHIPMENT_NO'],
  printOut: outboundBill,
}
