import type { ScreenFiles } from '#kernel/screen.ts'

export const reportScreens: ScreenFiles = {
  InventoryByLot: () => import('./InventoryByLot.ts'),
}
