import { measure, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { pick } from '#kernel/table.ts'
import {
  partnerOperations,
  resultList,
  resultQuantity,
} from '#areas/master/operations/partner-messages.ts'
import { shipment, shipmentLine } from '../tables/shipment.ts'

export const shipmentMessageFields = {
  OWNER_ORDER_NO: withOptions(shipment.fields.OWNER_ORDER_NO, { required: true }),
  SHIPMENT_DT: shipment.fields.SHIPMENT_DT,
  SHIP_TO_CD: withOptions(shipment.fields.SHIP_TO_CD, { required: true }),
  ...pick(shipmentLine, ['STOCK_CD', 'ORDER_QTY', 'LOT_NO', 'UNIT_PRICE', 'REMARK']),
}

/** Fields that only results contain: the shipped quantity, its boxes and its serial numbers. */
export const shipmentMessageResults = {
  RESULT_QTY: resultQuantity(label('출하수량', 'Shipped')),
  BOX_NOS: resultList(label('포장박스', 'Boxes')),
  SERIAL_NOS: resultList(label('시리얼', 'Serials')),
}

export const shipmentMessageFacts = {
  BOXES: {
    BOX_NO: text(label('박스번호', 'Box no.')),
    WEIGHT_KG: measure(label('중량(kg)', 'Weight (kg)'), 3),
  },
}

export const shipmentMessages = partnerOperations({
  area: 'outbound',
  title: label('출고', 'shipments'),
  fields: shipmentMessageFields,
  results: shipmentMessageResults,
})
