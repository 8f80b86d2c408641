import type { Field, Value, WireRow } from '#kernel/field.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import type { Query } from '#kernel/operation.ts'
import { daysOfPeriod } from '#kernel/period.ts'
import { keyName } from '#kernel/summary-key.ts'
import { isSummary } from '#kernel/summary.ts'
import { shellHandle } from '#ui/dispatch/shell-reference.ts'
import { keepKeysWhile } from '#ui/keys/loading-keys.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { loadScreen } from '#ui/remote/screens.ts'

/** Whether Enter on a row of the page leads to what it is made of. */
export function mayDrill(page: PageModel): boolean {
  const { drill } = page.screen
  return drill !== undefined && findScreen(drill.to) !== undefined
}

/** Opens the screen that shows what the current row is made of, searched for that. */
export async function drillInto(page: PageModel): Promise<void> {
  const { drill } = page.screen
  const at = page.grid.current?.row
  if (!drill || at === undefined || page.grid.rowId(at) < 0) return
  const { sources } = await keepKeysWhile(loadScreen(drill.to))
  const finer = sources.grid?.source
  if (!finer) return
  const args = drillArguments(page.screen, finer, page.grid.row(at), page.loaded.answered)
  shellHandle().open(drill.to, args)
}

/**
 * What a finer question is asked of one row: the search that brought the row, narrowed to the row's
 * group, as far as the finer question can be searched by it.
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

/** A text search finds what contains the text, unless it is told to be the same. */
function exactly(field: Field | undefined, value: Value | undefined): string | undefined {
  const text = textOf(value)
  const isFree = field?.kind === 'text' && field.upperCase !== true
  return text !== undefined && isFree ? `=${text}` : text
}

function spanOf(value: Value | undefined): string | undefined {
  const days = daysOfPeriod(String(value ?? ''))
  return days && (days[0] === days[1] ? days[0] : days.join('~'))
}
