import { saveShipmentOrders, scmOrders } from '../operations/orders.ts'
import { scmShipmentDocument } from '../tables/scm-order.ts'
import { orderDoc } from './order-doc.ts'

export const shipmentOrderMgtIntegratedScreen = orderDoc('ShipmentOrderMgtIntegrated', {
  source: scmOrders,
  save: saveShipmentOrders,
  document: scmShipmentDocument,
  search: ['OWNER_CD', 'BRANCH_CD', 'PARTNER_CD', 'SHIP_TO_CD'],
  whose: ['BRANCH_CD', 'BRANCH_NM', 'PARTNER_CD', 'PARTNER_NM', 'SHIP_TO_CD', 'SHIP_TO_NM'],
  cards: ['BRANCH_NM', 'PARTNER_NM', 'SHIP_TO_NM', 'REQUEST_DT', 'ORDER_QTY', 'LEFT_QTY', 'DOC_NO'],
  fixed: { KIND_CD: 'OUT', SERIAL_YN: 'N' },
})
