import type { Drill, ListScreen } from '#kernel/screen.ts'
import { summaryScreen } from '#kernel/summary-screen.ts'
import type { Summary } from '#kernel/summary.ts'

/** A report of the ledger by day: which days, whose, which items. */
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
 * One figure of each item, with a column for each day or month. Its sum over all days is shown as the
 * total where it is one, so not a second time; `without` says which names give their room to days.
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
