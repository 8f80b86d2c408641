import { grid, type ListScreen } from '#kernel/screen.ts'
import { siteFacts } from '../operations/site-facts.ts'

export const devTestScreen: ListScreen = {
  kind: 'list',
  route: 'DevTest',
  search: ['FACT_NM'],
  searchAtOpen: true,
  grid: grid({
    source: siteFacts,
    rowTone: (row) => (row['GOOD_YN'] === 'N' ? 'warn' : undefined),
    columns: ['FACT_NM', 'FACT_VALUE', 'GOOD_YN'],
  }),
}
