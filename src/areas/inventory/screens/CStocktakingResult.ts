import { grid, type ListScreen } from '#kernel/screen.ts'
import { closedCountResults } from '../operations/counting.ts'
import { resultColumns, resultSearch, resultTrail } from './count-result.ts'

export const cStocktakingResultScreen: ListScreen = {
  kind: 'list',
  route: 'CStocktakingResult',
  search: resultSearch,
  searchAtOpen: true,
  grid: grid({ source: closedCountResults, columns: [...resultColumns, ...resultTrail] }),
}
