import { saveReceiptOrders, scmOrders } from '../operations/orders.ts'
import { scmReceiptDocument } from '../tables/scm-order.ts'
import { orderDoc } from './order-doc.ts'

export const receiptOrderMgtScreen = orderDoc('ReceiptOrderMgt', {
  source: scmOrders,
  save: saveReceiptOrders,
  document: scmReceiptDocument,
  search: ['OWNER_CD', 'PARTNER_CD', 'BRANCH_CD', 'SUPPLIER_CD'],
  whose: ['PARTNER_CD', 'PARTNER_NM', 'BRANCH_CD', 'BRANCH_NM', 'SUPPLIER_CD', 'SUPPLIER_NM'],
  cards: ['PARTNER_NM', 'SUPPLIER_NM', 'REQUEST_DT', 'ORDER_QTY', 'LEFT_QTY', 'DOC_NO'],
  fixed: { KIND_CD: 'IN' },
})
