import { saveSerialOrders, scmSerialOrders } from '../operations/orders.ts'
import { scmShipmentDocument } from '../tables/scm-order.ts'
import { orderDoc } from './order-doc.ts'

export const shipmentOrderMgtVatechScreen = orderDoc('ShipmentOrderMgtVatech', {
  source: scmSerialOrders,
  save: saveSerialOrders,
  document: scmShipmentDocument,
  search: ['OWNER_CD', 'BRANCH_CD', 'SHIP_TO_CD'],
  whose: ['SHIP_TO_CD', 'SHIP_TO_NM', 'BRANCH_CD', 'BRANCH_NM', 'PARTNER_CD'],
  more: [
    'SERIAL_QTY',
    {
      field: 'SERIAL_OPEN_QTY',
      tone: (row) => (Number(row['SERIAL_OPEN_QTY'] ?? 0) > 0 ? 'warn' : undefined),
    },
  ],
  cards: ['SHIP_TO_NM', 'SERIAL_OPEN_QTY', 'REQUEST_DT', 'ORDER_QTY', 'LEFT_QTY', 'DOC_NO'],
  fixed: { KIND_CD: 'OUT' },
})
