import type { WireRow } from '#kernel/field.ts'
import { grid, type WorkScreen } from '#kernel/screen.ts'
import { transferRows, transferWarehouse } from '../operations/warehouse-transfer.ts'
import { adjustStatus } from '../rules/adjust-status.ts'
import { conditionTone } from '../rules/condition-tone.ts'

const isOutgoing = (row: WireRow) => row['DIRECTION_CD'] === 'OUT'
const isIncoming = (row: WireRow) => row['DIRECTION_CD'] === 'IN'
const isSendOrReceive = (row: WireRow) => isOutgoing(row) || isIncoming(row)

const lossTone = (row: WireRow) =>
  row['ADJUST_STATE_CD'] === adjustStatus.waiting ? 'warn' : 'quiet'

export const inventoryTransferWarehouseScreen: WorkScreen = {
  kind: 'work',
  route: 'InventoryTransferWarehouse',
  search: ['*DIRECTION_CD', 'OWNER_CD', 'STOCK_CD', 'LOT_NO', 'ZONE_CD', 'CELL_CD', 'SENT_DT'],
  searchDefaults: { DIRECTION_CD: 'OUT' },
  searchAtOpen: true,
  act: transferWarehouse,
  grid: grid({
    source: transferRows,
    checks: true,
    columns: [
      'DIRECTION_CD',
      'OWNER_CD',
      'STOCK_CD',
      'STOCK_NM',
      'FREE_QTY',
      { field: 'WORK_QTY', editable: isSendOrReceive },
      { field: 'TO_WCODE', editable: isOutgoing },
      { field: 'TO_CELL_CD', editable: isIncoming },
      { field: 'DAMAGE_QTY', editable: isIncoming },
      { field: 'SERIALS', editable: isSendOrReceive },
      { field: 'REASON', editable: isSendOrReceive },
      'FROM_WCODE',
      'SENT_DT',
      'SENT_QTY',
      'ARRIVED_QTY',
      'BACK_QTY',
      'LOST_QTY',
      { field: 'ADJUST_STATE_CD', tone: lossTone },
      'CELL_CD',
      'LOT_NO',
      'VALID_DT',
      { field: 'CONDITION_CD', tone: conditionTone },
      'QTY',
      'PALLET_NO',
      'BOX_NO',
      'WORK_NO',
      { field: 'TRANSFER_KEY', hidden: true },
      { field: 'TRANSIT_NO', hidden: true },
      { field: 'BALANCE_ID', hidden: true },
    ],
  }),
}
