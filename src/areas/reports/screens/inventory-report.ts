import type { ChartPart, ListScreen } from '#kernel/screen.ts'
import { summaryScreen } from '#kernel/summary-screen.ts'
import type { Summary } from '#kernel/summary.ts'

/** A report of stock: searched by what stock is, in one order on every one of them. */
export function inventoryReport(route: string, source: Summary, chart?: ChartPart): ListScreen {
  return summaryScreen(route, source, {
    search: ['OWNER_CD', 'STOCK_CD', 'STOCK_NM', 'ZONE_CD', 'CELL_CD', 'VALID_DT', 'CONDITION_CD'],
    searchAtOpen: true,
    ...(chart && { chart }),
  })
}
