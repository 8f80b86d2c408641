import type { Screen } from '#kernel/screen.ts'
import { inventoryByLotScreen } from './InventoryByLot.ts'

export const reportScreens: readonly Screen[] = [inventoryByLotScreen]
