import { transferMark } from '../operations/stock-work.ts'
import { stockWork } from './stock-work.ts'

export const inventoryTransferMarkScreen = stockWork('InventoryTransferMark', transferMark)
