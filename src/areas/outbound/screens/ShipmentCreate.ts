import { grid, type DocScreen } from '#kernel/screen.ts'
import { saveShipments, shipmentLines, shipments } from '../operations/shipments.ts'
import { shipmentStateTone } from '../rules/state-tone.ts'

/** People change a shipment while nothing is promised to it. */
const isOpen = (row: { STATE_CD?: unknown }) =>
  [undefined, null, '10'].includes(row.STATE_CD as null)

export const shipmentCreateScreen: DocScreen = {
  kind: 'doc',
  route: 'ShipmentCreate',
  search: ['OWNER_CD', 'SHIPMENT_DT', 'SHIPMENT_NO', 'OWNER_ORDER_NO', 'SHIP_TO_CD', 'STATE_CD'],
  searchAtOpen: true,
  save: saveShipments,
  link: ['SHIPMENT_NO'],
  grid: grid({
    source: shipments,
    columns: [
      'SHIPMENT_NO',
      { field: 'STATE_CD', tone: shipmentStateTone },
      { field: 'OWNER_CD', editable: isOpen },
      'OWNER_NM',
      { field: 'SHIP_TO_CD', editable: isOpen },
      'SHIP_TO_NM',
      { field: 'SHIPMENT_DT', editable: isOpen, default: 'today' },
      { field: 'OWNER_ORDER_NO', editable: isOpen },
      { field: 'PARTIAL_YN', editable: isOpen },
      'LINE_COUNT',
      { field: 'ORDER_QTY', required: false },
      'SHIP_QTY',
      { field: 'REMARK', editable: isOpen },
      'UPDATED_BY',
      'UPDATED_AT',
    ],
  }),
  lines: grid({
    source: shipmentLines,
    columns: [
      'LINE_NO',
      { field: 'STOCK_CD', editable: true },
      'STOCK_NM',
      { field: 'ORDER_QTY', editable: true },
      'ALLOC_QTY',
      'PICK_QTY',
      'SHIP_QTY',
      { field: 'LOT_NO', editable: true },
      { field: 'MARK', editable: true },
      { field: 'UNIT_PRICE', editable: true },
      { field: 'REMARK', editable: true },
    ],
  }),
}
