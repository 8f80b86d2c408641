import type { Field, Value, WireRow } from '#kernel/field.ts'
import type { Query } from '#kernel/operation.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { daysOfPeriod } from '#kernel/period.ts'
import { type DrillToRows, resolveSearch } from '#kernel/screen.ts'
import { keyName } from '#kernel/summary-key.ts'
import { isSummary } from '#kernel/summary.ts'
import type { Table } from '#kernel/table.ts'
import { shellHandle } from '#ui/keys/dispatch/shell-reference.ts'
import { keepKeysWhile } from '#ui/keys/loading-keys.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { argumentValues, conditionTexts } from '#ui/page/model/search-values.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { postQuery } from '#ui/remote/query-call.ts'
import { loadScreen } from '#ui/remote/screens.ts'

export function mayDrill({ screen: { drill } }: PageModel): boolean {
  return drill?.rows !== undefined || findScreen(drill?.to ?? '') !== undefined
}

export async function drillInto(page: PageModel): Promise<void> {
  const { drill } = page.screen
  const at = page.grid.current?.row
  if (!drill || at === undefined || page.grid.rowId(at) < 0) return
  const row = page.grid.row(at)
  if (drill.rows) return showMade(page, drill, row)
  const finer = await questionOf(drill.to)
  if (!finer) return
  shellHandle().open(drill.to, drillArguments(page.screen, finer, row, page.loaded.answered))
}

async function questionOf(route: string): Promise<Query | undefined> {
  return (await keepKeysWhile(loadScreen(route))).sources.grid?.source
}

function showMade(page: PageModel, { rows, next }: DrillToRows, row: WireRow): void {
  const args = drillArguments(page.screen, rows, row, page.loaded.answered)
  const columns = resolveSearch(page.screen.route, rows, Object.keys(args))
  const search = argumentValues(columns, args)
  const leads =
    next && findScreen(next.to) ? (line: WireRow) => void openFrom(line, next) : undefined
  const of = conditionTexts(columns, search).join(' · ')
  shellHandle().showRows(rows, search, { of, isFiner: true, leads })
}

async function openFrom(line: WireRow, next: NonNullable<DrillToRows['next']>): Promise<void> {
  const finer = await questionOf(next.to)
  if (!finer) return
  const asked = Object.entries(next.with).flatMap(([name, column]) => {
    const text = exactly(finer.search[name], line[column])
    return text === undefined ? [] : [[name, text] as const]
  })
  shellHandle().open(next.to, Object.fromEntries(asked))
}

/**
 * Search arguments for the details of a row: the original search, restricted to the row's group.
 * Omits conditions the detail query does not support.
 */
export function drillArguments(
  { sources, drill }: PaneScreen,
  finer: Query,
  row: WireRow,
  searched: WireRow,
): Readonly<Record<string, string>> {
  const asked = new Map<string, string>()
  const narrow = (name: string, text: string | undefined): void => {
    if (text !== undefined && Object.hasOwn(finer.search, name)) asked.set(name, text)
  }
  for (const [name, value] of Object.entries(searched)) narrow(name, textOf(value))
  const source = sources.grid?.source
  const keys = source && isSummary(source) ? source.keys : []
  for (const key of keys) {
    const value = row[keyName(key)]
    narrow(key.column, key.period ? spanOf(value) : exactly(finer.search[key.column], value))
  }
  for (const [name, column] of Object.entries(drill?.with ?? {})) {
    narrow(name, exactly(finer.search[name], row[column]))
  }
  return Object.fromEntries(asked)
}

function textOf(value: Value | undefined): string | undefined {
  return value === null || value === undefined || value === '' ? undefined : String(value)
}

/** A text search matches substrings unless it starts with `=`. */
function exactly(field: Field | undefined, value: Value | undefined): string | undefined {
  const text = textOf(value)
  const isFree = field?.kind === 'text' && field.upperCase !== true
  return text !== undefined && isFree ? `=${text}` : text
}

function spanOf(value: Value | undefined): string | undefined {
  const days = daysOfPeriod(String(value ?? ''))
  return days && (days[0] === days[1] ? days[0] : days.join('~'))
}

/**
 * Whether the current row is a group of the table's rows that can be opened. Past snapshots cannot
 * be acted on.
 */
export function isMadeOf(page: PageModel, { key }: Table): boolean {
  const { source } = page.part
  const at = page.grid.current?.row
  const isRow = page.zone === 'grid' && at !== undefined && page.grid.rowId(at) >= 0
  if (!isRow || page.isPast || !page.screen.drill?.to || !mayDrill(page)) return false
  return isSummary(source) && key.every((name) => Object.hasOwn(source.source.output, name))
}

/**
 * Returns the rows of groups, restricted to the search that produced them. A search cannot match
 * empty values, such as a missing pallet. The rows are therefore filtered again on the client.
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
    const rows = await postQuery({ ...part, source }, argumentValues(columns, args))
    const isOfGroup = (row: WireRow): boolean =>
      keys.every((key) => key.period || (row[key.column] ?? null) === (group[keyName(key)] ?? null))
    parts.push(...rows.filter(isOfGroup))
  }
  return parts
}
