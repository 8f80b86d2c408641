import { summaryScreen } from '#kernel/summary-screen.ts'
import { inventoryAsOf } from '../operations/as-of.ts'

export const inventoryAsOfScreen = summaryScreen('InventoryAsOf', inventoryAsOf, {
  search: ['OWNER_CD', 'STOCK_CD', 'STOCK_NM', 'ZONE_CD', 'CELL_CD', 'LOT_NO', 'CONDITION_CD'],
  // Midnight at the start of today.
  searchDefaults: { AS_OF: 'today' },
  searchAtOpen: true,
  drill: { to: 'InventoryByLot' },
})
