import { grid, type ListScreen } from '#kernel/screen.ts'
import { countDays } from '../operations/counting.ts'

export const stocktakingByDayScreen: ListScreen = {
  kind: 'list',
  route: 'StocktakingByDay',
  search: ['COUNT_DT'],
  searchDefaults: { COUNT_DT: 'today-60~today+60' },
  searchAtOpen: true,
  chart: {
    kind: 'calendar',
    x: 'COUNT_DT',
    y: 'JOB_COUNT',
    facts: ['DONE_COUNT', 'LINE_COUNT', 'COUNTED_COUNT', 'DIFF_COUNT'],
  },
  drill: { to: 'StocktakingJobList', with: { COUNT_DT: 'COUNT_DT' } },
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
