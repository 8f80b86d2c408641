import type { Drill, ListScreen } from '#kernel/screen.ts'
import { summaryScreen } from '#kernel/summary-screen.ts'
import type { Summary } from '#kernel/summary.ts'

export function flowReport(
  route: string,
  source: Summary,
  days: string,
  drill: Drill,
  names: readonly string[] = ['OWNER_CD', 'STOCK_CD', 'STOCK_NM', 'GROUP_CD'],
): ListScreen {
  return summaryScreen(route, source, {
    search: ['*STOCK_DT', ...names],
    searchDefaults: { STOCK_DT: days },
    searchAtOpen: true,
    drill,
  })
}

/**
 * One figure per item with a column per date or month. Omits `FIGURE_QTY`, because the total column
 * already shows it where it can be summed. `without` lists name columns to omit to save width.
 */
export function figureReport(
  route: string,
  source: Summary,
  days: string,
  drill: Drill,
  without: readonly string[] = [],
): ListScreen {
  const screen = summaryScreen(route, source, {
    search: ['*STOCK_DT', '*FIGURE_CD', 'OWNER_CD', 'STOCK_CD', 'STOCK_NM'],
    searchDefaults: { STOCK_DT: days, FIGURE_CD: 'SHIPMENT' },
    searchAtOpen: true,
    drill,
  })
  const left = new Set(['FIGURE_QTY', ...without])
  const columns = screen.grid.columns.filter((column) => {
    return !left.has(typeof column === 'string' ? column : column.field)
  })
  return { ...screen, grid: { ...screen.grid, columns } }
}
