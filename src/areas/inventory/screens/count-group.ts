import { grid, type WorkScreen } from '#kernel/screen.ts'
import { countGroups, makeCount } from '../operations/counting.ts'

export function countGroupScreen(
  route: string,
  own: Pick<WorkScreen, 'search' | 'searchDefaults'> & { fixed?: Readonly<Record<string, string>> },
): WorkScreen {
  const { fixed, ...searched } = own
  return {
    kind: 'work',
    route,
    searchAtOpen: true,
    act: makeCount,
    ...searched,
    grid: grid({
      source: countGroups,
      checks: true,
      ...(fixed && { fixed }),
      columns: [
        'METHOD_CD',
        'ZONE_CD',
        'CELL_CD',
        'OWNER_CD',
        'STOCK_CD',
        'ABC_CD',
        'LINE_COUNT',
        'COUNTED_DT',
        { field: 'COUNT_DT', editable: true },
        { field: 'ASSIGNED_TO', editable: true },
        { field: 'REMARK', editable: true },
        'STOCK_NM',
      ],
    }),
  }
}
