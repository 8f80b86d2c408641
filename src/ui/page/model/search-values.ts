import type { Value, WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { Column } from '#kernel/screen.ts'
import { resolveColumn } from '#kernel/screen.ts'
import { resolveToday } from '#ui/base/calendar-day.ts'
import { readSearch } from '#ui/forms/search-text.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import type { GridScreen } from './grid-screen.ts'

function initialSearchValues(screen: Pick<GridScreen, 'searchDefaults'>): WireRow {
  const defaults = Object.entries(screen.searchDefaults)
  const resolved = (value: Value) => (typeof value === 'string' ? resolveToday(value) : value)
  return Object.fromEntries(defaults.map(([name, value]) => [name, resolved(value)]))
}

type Args = Readonly<Record<string, string>>

export function argumentColumns(
  screen: GridScreen,
  shown: readonly Column[],
  args: Args,
): readonly Column[] {
  const { source } = screen.sources.grid
  const hidden = Object.keys(args).filter(
    (name) => Object.hasOwn(source.search, name) && shown.every((column) => column.name !== name),
  )
  const added = hidden.map((name) => resolveColumn(screen.route, source.search, name))
  return [...shown, ...added.map((column) => ({ ...column, editable: true, required: false }))]
}

export function argumentValues(columns: readonly Column[], args: Args): WireRow {
  const values: WireRow = {}
  for (const column of columns) {
    const text = args[column.name]
    if (text === undefined) continue
    const reading = readSearch(column, resolveToday(text))
    if ('value' in reading) values[column.name] = reading.value
  }
  return values
}

/**
 * Warns of arguments that no search field accepts, because the result includes rows that they
 * should exclude.
 */
export function notifyUnread(columns: readonly Column[], args: Args): void {
  const isRead = (name: string, text: string): boolean => {
    const column = columns.find((candidate) => candidate.name === name)
    return column !== undefined && 'value' in readSearch(column, resolveToday(text))
  }
  const unread = Object.entries(args)
    .filter(([name, text]) => !isRead(name, text))
    .map(([name, text]) => `${name}=${text}`)
    .join(', ')
  if (unread === '') return
  const ko = `사용할 수 없는 조건을 제외하고 조회합니다: ${unread}`
  notify('warn', t(label(ko, `Searching without the conditions that cannot be used: ${unread}`)))
}

/** Search values as arguments for `argumentValues`, omitting the screen's defaults. */
export function typedArguments(
  screen: Pick<GridScreen, 'searchDefaults'>,
  columns: readonly Column[],
  search: WireRow,
): Args {
  const start = initialSearchValues(screen)
  const typed = columns.filter(({ name }) => (search[name] ?? null) !== (start[name] ?? null))
  return Object.fromEntries(typed.map(({ name }) => [name, String(search[name] ?? '')]))
}
