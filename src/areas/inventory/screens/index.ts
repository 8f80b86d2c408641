import type { Screen } from '#kernel/screen.ts'
import { inventoryHistoryScreen } from './InventoryHistory.ts'

export const inventoryScreens: readonly Screen[] = [inventoryHistoryScreen]
