import { lotHold } from '../operations/stock-groups.ts'
import { stockGroupWork } from './stock-work.ts'

export const inventoryHoldLotScreen = stockGroupWork('InventoryHoldLot', lotHold)
