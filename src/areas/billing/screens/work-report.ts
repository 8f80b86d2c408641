import type { Query } from '#kernel/operation.ts'
import { grid, type Drill, type ListScreen } from '#kernel/screen.ts'

export function workReport(
  route: string,
  source: Query,
  search: readonly string[],
  drill: Drill,
): ListScreen {
  return {
    kind: 'list',
    route,
    search: ['*WORK_DT', ...search, 'OF_MONTH'],
    searchDefaults: { WORK_DT: 'month-first~today' },
    searchAtOpen: true,
    drill,
    grid: grid({
      source,
      rowTone: (row) => (row['REVERSES_NO'] ? 'stop' : undefined),
      columns: Object.keys(source.output),
    }),
  }
}
