import { itemHold } from '../operations/stock-groups.ts'
import { stockGroupWork } from './stock-work.ts'

export const inventoryHoldStockScreen = stockGroupWork('InventoryHoldStock', itemHold)
