import type { WireRow } from '#kernel/field.ts'
import { keyName } from '#kernel/summary-key.ts'
import { isSummary } from '#kernel/summary.ts'
import type { Table } from '#kernel/table.ts'
import { resolveSearch } from '#kernel/screen.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { argumentValues } from '#ui/page/model/search-values.ts'
import { askQuery } from '#ui/remote/query-call.ts'
import { drillArguments, mayDrill } from './drill.ts'

/**
 * Whether the current row is a group of rows of a table, and opens as them; nothing can be done with
 * those of a past moment.
 */
export function isMadeOf(page: PageModel, { key }: Table): boolean {
  const { source } = page.part
  const at = page.grid.current?.row
  const isRow = page.zone === 'grid' && at !== undefined && page.grid.rowId(at) >= 0
  if (!isRow || page.isPast || !page.screen.drill?.to || !mayDrill(page)) return false
  return isSummary(source) && key.every((name) => Object.hasOwn(source.source.output, name))
}

/**
 * The rows that groups are made of: those of the search that brought them, and nothing besides. A
 * search finds no empty values, so a group without a pallet is looked for among all.
 */
export async function partsOf(page: PageModel, groups: readonly WireRow[]): Promise<WireRow[]> {
  const { part, screen, loaded } = page
  if (!isSummary(part.source)) return [...groups]
  const { source, keys } = part.source
  const shown = { ...screen, sources: { ...screen.sources, grid: part } }
  const parts: WireRow[] = []
  for (const group of groups) {
    const args = drillArguments(shown, source, group, loaded.answered)
    const columns = resolveSearch(screen.route, source, Object.keys(args))
    const rows = await askQuery({ ...part, source }, argumentValues(columns, args))
    const isOfGroup = (row: WireRow): boolean =>
      keys.every((key) => key.period || (row[key.column] ?? null) === (group[keyName(key)] ?? null))
    parts.push(...rows.filter(isOfGroup))
  }
  return parts
}
