import { moveStock } from '../operations/stock-work.ts'
import { stockWork } from './stock-work.ts'

export const inventoryMoveScreen = stockWork('InventoryMove', moveStock)
