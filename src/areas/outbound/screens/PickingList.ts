import type { PrintScreen } from '#kernel/screen.ts'
import { markListed, pickingList } from '../operations/picking.ts'
import { shipmentGrid, shipmentLinesGrid, shipmentSearch, shortQuantity } from './shipment-step.ts'

export const pickingListScreen: PrintScreen = {
  kind: 'print',
  route: 'PickingList',
  search: shipmentSearch,
  searchAtOpen: true,
  grid: shipmentGrid('15,20,30,35', ['ORDER_QTY', 'ALLOC_QTY', shortQuantity]),
  lines: shipmentLinesGrid,
  link: ['SHIPMENT_NO'],
  printOut: pickingList,
  after: markListed,
}
