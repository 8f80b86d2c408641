import { grid, type WorkScreen } from '#kernel/screen.ts'
import { cancelPick, pickedLines } from '../operations/picking.ts'
import { shipmentStateTone } from '../rules/state-tone.ts'
import { pickingScreen } from './Picking.ts'
import { allocatedColumns } from './allocated-columns.ts'

export const pickingCancelScreen: WorkScreen = {
  ...pickingScreen,
  route: 'PickingCancel',
  act: cancelPick,
  scan: { find: ['STOCK_CD', 'BARCODE'], count: 'BACK_QTY', upTo: 'PICK_QTY' },
  grid: grid({
    source: pickedLines,
    checks: true,
    columns: [
      'SHIPMENT_NO',
      { field: 'STATE_CD', tone: shipmentStateTone },
      'LINE_NO',
      'OWNER_ORDER_NO',
      ...allocatedColumns,
      'PICK_QTY',
      { field: 'BACK_QTY', editable: true },
      { field: 'RELEASE_YN', editable: true },
      'SERIAL_CD',
      { field: 'SERIALS', editable: true },
      'BARCODE',
      { field: 'ALLOC_ID', hidden: true },
    ],
  }),
}
