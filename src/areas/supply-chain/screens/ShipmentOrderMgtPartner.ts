import { saveShipmentOrders, scmOrders } from '../operations/orders.ts'
import { scmShipmentDocument } from '../tables/scm-order.ts'
import { orderDoc } from './order-doc.ts'

export const shipmentOrderMgtPartnerScreen = orderDoc('ShipmentOrderMgtPartner', {
  source: scmOrders,
  save: saveShipmentOrders,
  document: scmShipmentDocument,
  search: ['OWNER_CD', 'PARTNER_CD', 'SHIP_TO_CD'],
  whose: ['PARTNER_CD', 'PARTNER_NM', 'SHIP_TO_CD', 'SHIP_TO_NM', 'BRANCH_CD'],
  cards: ['PARTNER_NM', 'SHIP_TO_NM', 'REQUEST_DT', 'ORDER_QTY', 'LEFT_QTY', 'DOC_NO'],
  fixed: { KIND_CD: 'OUT', SERIAL_YN: 'N' },
})
