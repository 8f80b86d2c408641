import type { ScreenFiles } from '#kernel/screen.ts'

export const reportScreens: ScreenFiles = {
  InventoryByLot: () => import('./InventoryByLot.ts'),
  InventoryByOwner: () => import('./InventoryByOwner.ts'),
  InventoryByStock: () => import('./InventoryByStock.ts'),
  InventoryByZone: () => import('./InventoryByZone.ts'),
}
