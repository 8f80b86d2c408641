import { cellHold } from '../operations/stock-groups.ts'
import { stockGroupWork } from './stock-work.ts'

export const inventoryHoldCellScreen = stockGroupWork('InventoryHoldCell', cellHold)
