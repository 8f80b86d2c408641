import { transferStock } from '../operations/stock-work.ts'
import { stockWork } from './stock-work.ts'

export const inventoryTransferStockScreen = stockWork('InventoryTransferStock', transferStock)
