import { holdStock } from '../operations/stock-work.ts'
import { stockWork } from './stock-work.ts'

export const inventoryHoldScreen = stockWork('InventoryHold', holdStock, {
  fixed: { CONDITION_CD: 'NORMAL,HELD,DAMAGED,INSPECT' },
})
