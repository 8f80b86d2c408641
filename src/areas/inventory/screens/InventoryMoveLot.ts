import { lotMove } from '../operations/stock-groups.ts'
import { stockGroupWork } from './stock-work.ts'

export const inventoryMoveLotScreen = stockGroupWork('InventoryMoveLot', lotMove)
