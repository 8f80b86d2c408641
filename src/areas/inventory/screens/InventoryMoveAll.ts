import { moveRows } from '../operations/stock-work.ts'
import { stockWork } from './stock-work.ts'

export const inventoryMoveAllScreen = stockWork('InventoryMoveAll', moveRows, {
  search: ['OWNER_CD', 'STOCK_CD', 'ZONE_CD', 'CELL_CD', 'LOT_NO', 'VALID_DT', 'CONDITION_CD'],
  asksOnce: ['TO_CELL_CD', 'REASON'],
})
