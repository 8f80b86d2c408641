import { transferLot } from '../operations/stock-work.ts'
import { stockWork } from './stock-work.ts'

export const inventoryTransferLotScreen = stockWork('InventoryTransferLot', transferLot)
