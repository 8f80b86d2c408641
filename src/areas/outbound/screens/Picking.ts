import { grid, type WorkScreen } from '#kernel/screen.ts'
import { confirmPick, pickingLines } from '../operations/picking.ts'
import { allocatedColumns } from './allocated-columns.ts'

export const pickingScreen: WorkScreen = {
  kind: 'work',
  route: 'Picking',
  search: ['OWNER_CD', 'SHIPMENT_NO', 'OWNER_ORDER_NO', 'SHIPMENT_DT', 'ZONE_CD', 'STOCK_CD'],
  searchAtOpen: true,
  act: confirmPick,
  scan: { find: ['STOCK_CD', 'BARCODE'], count: 'PICKED_QTY', upTo: 'ALLOC_QTY' },
  grid: grid({
    source: pickingLines,
    checks: true,
    columns: [
      ...allocatedColumns,
      'ALLOC_QTY',
      { field: 'PICKED_QTY', editable: true },
      'SERIAL_CD',
      { field: 'SERIALS', editable: true },
      { field: 'REASON', editable: true },
      { field: 'SHORTAGE_CD', editable: true },
      'BARCODE',
      { field: 'BOX_QTY', hidden: true },
      { field: 'SHIPMENT_NO', identifies: true },
      'LINE_NO',
      'OWNER_ORDER_NO',
      { field: 'ALLOC_ID', hidden: true },
    ],
  }),
}
