import { grid, type ListScreen } from '#kernel/screen.ts'
import { countDays } from '../operations/counting.ts'

export const stocktakingByDayScreen: ListScreen = {
  kind: 'list',
  route: 'StocktakingByDay',
  search: ['COUNT_DT'],
  searchAtOpen: true,
  grid: grid({
    source: countDays,
    columns: [
      'COUNT_DT',
      'JOB_COUNT',
      'DONE_COUNT',
      'LINE_COUNT',
      'COUNTED_COUNT',
      'PROGRESS',
      { field: 'DIFF_COUNT', tone: (row) => (row['DIFF_COUNT'] ? 'warn' : 'quiet') },
    ],
  }),
}
