import { documentScreens } from '#kernel/document-screens.ts'
import { grid } from '#kernel/screen.ts'
import { shipmentLines, shipments } from '../operations/shipments.ts'
import { shipmentStateTone } from '../rules/state-tone.ts'
import { shipmentDocument } from '../tables/shipment.ts'

export const { doc: shipmentDoc, single: shipmentSingle } = documentScreens({
  document: shipmentDocument,
  search: ['OWNER_CD', 'SHIPMENT_DT', 'SHIPMENT_NO', 'OWNER_ORDER_NO', 'SHIP_TO_CD', 'STATE_CD'],
  hiddenInForm: ['ORDER_KIND_CD'],
  heads: grid({
    source: shipments,
    columns: [
      'SHIPMENT_NO',
      { field: 'STATE_CD', tone: shipmentStateTone },
      'OWNER_CD',
      'OWNER_NM',
      'SHIP_TO_CD',
      'SHIP_TO_NM',
      { field: 'SHIPMENT_DT', default: 'today' },
      'OWNER_ORDER_NO',
      'ORDER_KIND_CD',
      'PARTIAL_YN',
      'SHORT_CD',
      'PARENT_NO',
      'LINE_COUNT',
      { field: 'ORDER_QTY', required: false },
      'SHIP_QTY',
      'LAST_CANCEL_REASON',
      'REMARK',
      'UPDATED_BY',
      'UPDATED_AT',
    ],
  }),
  lines: grid({
    source: shipmentLines,
    columns: [
      'LINE_NO',
      'STOCK_CD',
      'STOCK_NM',
      'ORDER_QTY',
      'ALLOC_QTY',
      'PICK_QTY',
      'SHIP_QTY',
      'BACKORDER_QTY',
      'LOT_NO',
      'MARK',
      'UNIT_PRICE',
      'REMARK',
    ],
  }),
})
