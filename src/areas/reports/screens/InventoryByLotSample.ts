import { grid, type ListScreen } from '#kernel/screen.ts'
import { inventoryByLotScreen } from './InventoryByLot.ts'

export const inventoryByLotSampleScreen: ListScreen = {
  ...inventoryByLotScreen,
  route: 'InventoryByLotSample',
  search: inventoryByLotScreen.search.filter((name) => name !== 'CONDITION_CD'),
  grid: grid({ ...inventoryByLotScreen.grid, fixed: { CONDITION_CD: 'SAMPLE' } }),
}
