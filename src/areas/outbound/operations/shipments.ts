import { documentSaves } from '#kernel/document-operations.ts'
import { dateTime, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { requestDecisionFields } from '#kernel/request-fields.ts'
import { lastCancelReason } from '#areas/inventory/operations/report-fields.ts'
import { shipment, shipmentDocument, shipmentLine } from '../tables/shipment.ts'
import { pickingLines } from './picking.ts'
import { cancelReason } from './shipping.ts'
import { shipmentStatus } from '../rules/shipment-status.ts'

/** Sums exclude cancelled shipments. */
const STATE_CD = withOptions(shipment.fields.STATE_CD, { voids: [shipmentStatus.cancelled] })

export const shipmentRequests = defineQuery({
  name: 'outbound/shipment-requests',
  title: label('출고요청 조회', 'Shipment requests'),
  action: 'search',
  scope: 'warehouse-owner',
  search: shipment.fields,
  output: { ...shipment.fields, STATE_CD, ...requestDecisionFields },
})

/** Shipments with the sums of their lines. Found by number on every screen that processes them. */
export const shipments = defineQuery({
  name: 'outbound/shipments',
  title: label('출고 조회', 'Shipments'),
  with: [shipmentRequests, pickingLines],
  action: 'search',
  scope: 'warehouse-owner',
  search: shipment.fields,
  output: {
    ...shipment.fields,
    STATE_CD,
    CANCEL_REASON: cancelReason,
    LAST_CANCEL_REASON: lastCancelReason,
  },
})

/** Lines of shipments. A short line states the reason. */
export const shipmentLines = defineQuery({
  name: 'outbound/shipment-lines',
  title: label('출고 행 조회', 'Shipment lines'),
  action: 'search',
  scope: 'warehouse-owner',
  search: shipmentLine.fields,
  output: shipmentLine.fields,
})

/** Shipment entry. Sample shipments can contain only sample stock. */
export const shipmentSaves = documentSaves({
  area: 'outbound',
  plural: 'shipments',
  title: label('출고', 'shipments'),
  document: shipmentDocument,
})

export const decideShipmentRequests = defineProcedure({
  name: 'outbound/decide-requests',
  title: label('출고요청 접수·반려', 'Accept or reject requests'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    SHIPMENT_NO: withOptions(shipment.fields.SHIPMENT_NO, { required: true }),
    ...requestDecisionFields,
  },
})

/** Upload of an owner's order sheet. Rows with the same order number become one shipment. */
export const uploadShipments = defineProcedure({
  name: 'outbound/upload-shipments',
  title: label('출고 엑셀업로드', 'Upload shipments'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    OWNER_CD: shipment.fields.OWNER_CD,
    SHIPMENT_DT: shipment.fields.SHIPMENT_DT,
    OWNER_ORDER_NO: withOptions(shipment.fields.OWNER_ORDER_NO, { required: true }),
    STOCK_CD: shipmentLine.fields.STOCK_CD,
    STOCK_NM: withOptions(shipmentLine.fields.STOCK_NM, { required: true }),
    ORDER_QTY: shipmentLine.fields.ORDER_QTY,
    ORDERED_AT: dateTime(label('주문일시', 'Ordered at')),
    UNIT_PRICE: shipmentLine.fields.UNIT_PRICE,
    SHIP_TO_CD: withOptions(shipment.fields.SHIP_TO_CD, { required: true }),
    COUNTRY_NM: text(label('국가', 'Country'), { width: 130 }),
    LOT_NO: shipmentLine.fields.LOT_NO,
    REMARK: shipmentLine.fields.REMARK,
  },
})
