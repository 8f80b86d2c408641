import { grid, type WorkScreen } from '#kernel/screen.ts'
import { approveCount, countResults } from '../operations/counting.ts'
import { openResults } from '../rules/count-status.ts'
import { resultColumns, resultSearch, resultTrail } from './count-result.ts'

export const stocktakingResultScreen: WorkScreen = {
  kind: 'work',
  route: 'StocktakingResult',
  search: [...resultSearch, 'STATE_CD'],
  searchDefaults: { RESULT_CD: openResults },
  searchAtOpen: true,
  act: approveCount,
  grid: grid({
    source: countResults,
    checks: true,
    columns: [
      ...resultColumns,
      { field: 'SERIALS', editable: true },
      { field: 'REASON', editable: true },
      ...resultTrail,
    ],
  }),
}
