import {
  grid,
  type GridPart,
  type NextSteps,
  type PrintScreen,
  type WorkScreen,
} from '#kernel/screen.ts'
import type { PrintOut, Procedure } from '#kernel/operation.ts'
import { markListed } from '../operations/picking.ts'
import { shipmentLines, shipments } from '../operations/shipments.ts'
import { shipmentStateTone, shortTone } from '../rules/state-tone.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'

export const shipmentSearch = [
  'OWNER_CD',
  'SHIPMENT_DT',
  'SHIPMENT_NO',
  'OWNER_ORDER_NO',
  'SHIP_TO_CD',
]

const head = [
  'SHIPMENT_NO',
  { field: 'STATE_CD', tone: shipmentStateTone },
  'OWNER_CD',
  'OWNER_ORDER_NO',
  'SHIP_TO_CD',
  'SHIP_TO_NM',
  'SHIPMENT_DT',
  'LINE_COUNT',
] as const

export function shipmentGrid(states: readonly string[], quantities: GridPart['columns']): GridPart {
  return {
    ...grid({ source: shipments, checks: true, columns: head }),
    fixed: { STATE_CD: states.join(',') },
    columns: [...(head as GridPart['columns']), ...quantities, 'LAST_CANCEL_REASON', 'REMARK'],
  }
}

export const shipmentLinesGrid = grid({
  source: shipmentLines,
  columns: [
    'LINE_NO',
    'STOCK_CD',
    'STOCK_NM',
    'ORDER_QTY',
    'ALLOC_QTY',
    { field: 'SHORT_QTY', tone: shortTone },
    'PICK_QTY',
    'CHECK_QTY',
    'SHIP_QTY',
    { field: 'REASON', tone: () => 'warn' },
    'LOT_NO',
    'REMARK',
  ],
})

export function shipmentStep(
  route: string,
  act: Procedure,
  states: readonly string[],
  quantities: GridPart['columns'],
  next?: NextSteps,
) {
  const screen: WorkScreen = {
    kind: 'work',
    route,
    search: shipmentSearch,
    searchAtOpen: true,
    act,
    grid: shipmentGrid(states, quantities),
    lines: shipmentLinesGrid,
    link: ['SHIPMENT_NO'],
    ...(next && { next }),
  }
  return screen
}

/** Print screen for shipments in some statuses. `after` runs for those printed. */
export function shipmentPaper(
  route: string,
  printOut: PrintOut,
  states: readonly string[],
  quantities: GridPart['columns'],
  after?: Procedure,
): PrintScreen {
  return {
    kind: 'print',
    route,
    search: shipmentSearch,
    searchAtOpen: true,
    grid: shipmentGrid(states, quantities),
    lines: shipmentLinesGrid,
    link: ['SHIPMENT_NO'],
    printOut,
    ...(after && { after }),
  }
}

export function definePickingList(route: string, printOut: PrintOut): PrintScreen {
  const quantities = ['ORDER_QTY', 'ALLOC_QTY', shortQuantity]
  return shipmentPaper(route, printOut, shipmentStepFrom.printPickingList, quantities, markListed)
}

export const shortQuantity = { field: 'SHORT_QTY', tone: shortTone } as const
