import { countGroupScreen } from './count-group.ts'

export const toDayStocktakingScreen = countGroupScreen('ToDayStocktaking', {
  search: ['ZONE_CD', 'CELL_CD', 'OWNER_CD', 'STOCK_CD'],
  fixed: { METHOD_CD: 'MOVED' },
})
