import type { ListScreen } from '#kernel/screen.ts'
import { summaryScreen } from '#kernel/summary-screen.ts'
import type { Summary } from '#kernel/summary.ts'

type Parts = Partial<Parameters<typeof summaryScreen>[2]>

/** A stock report. Search fields have the same order in all such reports. */
export function inventoryReport(
  route: string,
  source: Summary,
  { search = [], ...parts }: Parts = {},
): ListScreen {
  const places = Object.hasOwn(source.search, 'CELL_CD') ? ['ZONE_CD', 'CELL_CD'] : []
  const usual = ['OWNER_CD', 'STOCK_CD', 'STOCK_NM', ...places, 'VALID_DT', 'CONDITION_CD']
  return summaryScreen(route, source, {
    ...(source.shows === 'stock' && { drill: { to: 'InventoryByLot' } }),
    search: [...search, ...usual].filter((name) => !Object.hasOwn(parts.fixed ?? {}, name)),
    searchAtOpen: true,
    ...parts,
  })
}
