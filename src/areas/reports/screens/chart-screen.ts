import type { ChartPart, ListScreen } from '#kernel/screen.ts'
import { summaryScreen } from '#kernel/summary-screen.ts'
import type { Summary } from '#kernel/summary.ts'

type Parts = Omit<Parameters<typeof summaryScreen>[2], 'chart'> & { readonly chart: ChartPart }

export function chartScreen(route: string, source: Summary, parts: Parts): ListScreen {
  const screen = summaryScreen(route, source, { searchAtOpen: true, ...parts })
  return { ...screen, grid: { ...screen.grid, checks: true } }
}
