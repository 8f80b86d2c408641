import type { WireRow } from '#kernel/field.ts'
import { grid, type WorkScreen } from '#kernel/screen.ts'
import { transferRows, transferWarehouse } from '../operations/warehouse-transfer.ts'
import { conditionTone } from '../rules/condition-tone.ts'

const goes = (row: WireRow) => row['DIRECTION_CD'] === 'OUT'
const comes = (row: WireRow) => row['DIRECTION_CD'] === 'IN'

export const inventoryTransferWarehouseScreen: WorkScreen = {
  kind: 'work',
  route: 'InventoryTransferWarehouse',
  search: ['*DIRECTION_CD', 'OWNER_CD', 'STOCK_CD', 'LOT_NO', 'ZONE_CD', 'CELL_CD'],
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
      { field: 'WORK_QTY', editable: (row) => goes(row) || comes(row) },
      { field: 'TO_WCODE', editable: goes },
      { field: 'TO_CELL_CD', editable: comes },
      { field: 'REASON', editable: (row) => goes(row) || comes(row) },
      'FROM_WCODE',
      'CELL_CD',
      'LOT_NO',
      'VALID_DT',
      { field: 'CONDITION_CD', tone: conditionTone },
      'QTY',
      'PALLET_NO',
      'BOX_NO',
      'WORK_NO',
      { field: 'TRANSFER_KEY', hidden: true },
      { field: 'BALANCE_ID', hidden: true },
    ],
  }),
}
