import type { Screen } from '#kernel/screen.ts'
import { inventoryByLotScreen } from './InventoryByLot.ts'
import { inventoryHistoryScreen } from './InventoryHistory.ts'

export const inventoryScreens: readonly Screen[] = [inventoryByLotScreen, inventoryHistoryScreen]
