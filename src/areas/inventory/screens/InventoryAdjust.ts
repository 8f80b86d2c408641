import { grid, type WorkScreen } from '#kernel/screen.ts'
import { adjustRequests, adjustStock } from '../operations/adjusting.ts'
import { adjustStateTone } from '../rules/adjust-tone.ts'
import { stockWork } from './stock-work.ts'

export const inventoryAdjustScreen: WorkScreen = {
  ...stockWork('InventoryAdjust', adjustStock, {
    search: ['OWNER_CD', 'STOCK_CD', 'LOT_NO', 'ZONE_CD', 'CELL_CD', 'ADJUST_STATE_CD'],
    more: ['ADJUST_STATE_CD'],
  }),
  link: ['BALANCE_ID'],
  lines: grid({
    source: adjustRequests,
    columns: [
      'REQUEST_NO',
      {
        field: 'STATE_CD',
        tone: adjustStateTone,
      },
      'ADJUST_QTY',
      'SERIALS',
      'REASON',
      'REQUESTED_BY',
      'REQUESTED_AT',
      'DECIDED_BY',
      'DECIDED_AT',
      'WORK_NO',
    ],
  }),
}
