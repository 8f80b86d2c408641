import type { Procedure } from '#kernel/operation.ts'
import { grid, singleScreen, type DocScreen, type SingleScreen } from '#kernel/screen.ts'
import { shipmentLines, shipments } from '../operations/shipments.ts'
import { shipmentStateTone } from '../rules/state-tone.ts'

/** Who may change what is on the screen: staff, or the customers who asked for it. */
interface ShipmentDoc {
  readonly sample: 'Y' | 'N'
  /** State in which the document is still theirs to change. */
  readonly open: '05' | '10'
  /** Shows only what is still open. */
  readonly openOnly?: boolean
}

/** Shipments with their lines, typed and changed on the screen `route`. */
export function shipmentDoc(route: string, save: Procedure, kind: ShipmentDoc): DocScreen {
  const isOpen = (row: { STATE_CD?: unknown }) =>
    [undefined, null, kind.open].includes(row.STATE_CD as null)
  return {
    kind: 'doc',
    route,
    search: ['OWNER_CD', 'SHIPMENT_DT', 'SHIPMENT_NO', 'OWNER_ORDER_NO', 'SHIP_TO_CD', 'STATE_CD'],
    searchAtOpen: true,
    save,
    link: ['SHIPMENT_NO'],
    grid: grid({
      source: shipments,
      fixed: { SAMPLE_YN: kind.sample, ...(kind.openOnly && { STATE_CD: kind.open }) },
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
}

/** One shipment at a time, head first, then its lines. */
export function shipmentSingle(route: string, save: Procedure, kind: ShipmentDoc): SingleScreen {
  return singleScreen(shipmentDoc(route, save, kind), [
    'SHIPMENT_NO',
    'STATE_CD',
    'OWNER_CD',
    'SHIP_TO_CD',
    'SHIPMENT_DT',
    'OWNER_ORDER_NO',
    'PARTIAL_YN',
    'REMARK',
  ])
}
