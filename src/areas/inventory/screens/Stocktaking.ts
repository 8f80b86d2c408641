import { countGroupScreen } from './count-group.ts'

export const stocktakingScreen = countGroupScreen('Stocktaking', {
  search: ['*METHOD_CD', 'ZONE_CD', 'CELL_CD', 'OWNER_CD', 'STOCK_CD', 'ABC_CD'],
  searchDefaults: { METHOD_CD: 'ZONE' },
})
