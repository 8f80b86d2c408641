import { moveRows } from '../operations/stock-work.ts'
import { stockWork } from './stock-work.ts'

export const inventoryMoveCellScreen = stockWork('InventoryMoveCell', moveRows, {
  search: ['*CELL_CD', 'OWNER_CD', 'STOCK_CD'],
})
