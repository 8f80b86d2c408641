import { addDays, addMonths, isDay } from '#kernel/calendar.ts'
import type { Field, Value, WireRow } from '#kernel/field.ts'
import type { GroupRequest } from '#kernel/group-request.ts'
import type { Query } from '#kernel/operation.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { label } from '#kernel/label.ts'
import { datesOfPeriod } from '#kernel/period.ts'
import { type DrillToRows, resolveSearch, type Stations } from '#kernel/screen.ts'
import { keyName, type GroupKey } from '#kernel/summary-key.ts'
import { acrossName, isShifted, isSummary } from '#kernel/summary.ts'
import type { Table } from '#kernel/table.ts'
import { t } from '#ui/base/language.ts'
import { shellHandle } from '#ui/keys/dispatch/shell-reference.ts'
import { bufferKeysWhile } from '#ui/keys/loading-keys.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { conditionTexts } from '#ui/forms/condition-texts.ts'
import { argumentValues } from '#ui/page/model/search-values.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { postQuery } from '#ui/remote/query-call.ts'
import { loadScreen } from '#ui/remote/screens.ts'
import { runOnRows } from './page-action.ts'
import { notify } from '#ui/windows/notify.tsx'

interface DrillCell {
  readonly row: WireRow
  readonly column: string
}

export function canDrill({ screen: { drill, stations } }: PageModel): boolean {
  if (stations) return Object.values(stations.screens).some(({ to }) => findScreen(to))
  return drill?.rows !== undefined || findScreen(drill?.to ?? '') !== undefined
}

/** Opens the rows behind the current cell, or behind the current row from any other column. */
export async function drillInto(page: PageModel): Promise<void> {
  const { drill, stations } = page.screen
  const { current } = page.grid
  if (!current || page.grid.rowId(current.row) < 0) return
  if (stations) return openStation(page, stations, current.row)
  if (!drill) return
  const screen = { ...page.screen, sources: { ...page.screen.sources, grid: page.part } }
  const cell = { row: page.grid.row(current.row), column: current.column }
  const { answered } = page.loaded
  if (drill.rows) return showSourceRows(screen, drill, cell, answered)
  const finer = await loadGridQuery(drill.to)
  if (!finer) return
  notifyBroaderSearch(screen, finer, cell)
  shellHandle().open(drill.to, drillArguments(screen, finer, cell.row, answered, cell.column))
}

/** Takes the task of a row and opens the screen that does its kind of work. */
async function openStation(page: PageModel, stations: Stations, at: number): Promise<void> {
  const { acts } = page.screen
  const row = page.grid.row(at)
  const station = stations.screens[String(row[stations.by])]
  if (!acts || !station || !(await runOnRows(page, acts, [page.grid.rowId(at)]))) return
  await openFilled(row, station)
}

/**
 * Notifies the user of group keys that the opened rows cannot be searched by, so they include more
 * than the group.
 */
function notifyBroaderSearch(
  { sources }: PaneScreen,
  finer: Query,
  { row, column }: DrillCell,
): void {
  const { source } = sources.grid ?? {}
  const wider = groupKeys(source, column, row).filter(
    ({ key, value }) => (value ?? null) === null || !Object.hasOwn(finer.search, key.column),
  )
  const fields = wider.flatMap(
    ({ key }) => source?.output[keyName(key)] ?? finer.output[key.column] ?? [],
  )
  if (fields.length === 0) return
  const ko = fields.map((field) => field.label.ko).join(', ')
  const en = fields.map((field) => field.label.en).join(', ')
  notify(
    'info',
    t(
      label(
        `${ko}: 조건으로 좁히지 못해 더 많은 행이 보입니다.`,
        `Not narrowed by ${en}: more rows are shown.`,
      ),
    ),
  )
}

async function loadGridQuery(route: string): Promise<Query | undefined> {
  return (await bufferKeysWhile(loadScreen(route))).sources.grid?.source
}

function showSourceRows(
  screen: PaneScreen,
  { rows, next }: DrillToRows,
  { row, column }: DrillCell,
  searched: WireRow,
): void {
  const args = drillArguments(screen, rows, row, searched, column)
  const columns = resolveSearch(screen.route, rows, Object.keys(args))
  const search = argumentValues(columns, args)
  const onEnter =
    next && findScreen(next.to) ? (line: WireRow) => void openFilled(line, next) : undefined
  const subject = conditionTexts(columns, search).join(' · ')
  shellHandle().showRows(rows, search, { subject, isDetail: true, onEnter })
}

async function openFilled(line: WireRow, next: NonNullable<DrillToRows['next']>): Promise<void> {
  const { search } = (await loadGridQuery(next.to)) ?? {}
  const requests = Object.entries(next.with).flatMap(([name, column]) => {
    const text = exactCondition(search?.[name], line[column])
    return text === undefined ? [] : [[name, text] as const]
  })
  shellHandle().open(next.to, Object.fromEntries(requests))
}

/**
 * Search arguments for the details of a row: the original search, restricted to the row's group and
 * to the value its column represents. Omits conditions the detail query does not support.
 */
export function drillArguments(
  { sources, drill }: PaneScreen,
  finer: Query,
  row: WireRow,
  searched: WireRow,
  column = '',
): Readonly<Record<string, string>> {
  const source = sources.grid?.source
  const comparison = columnComparison(source, column)
  const requests = new Map<string, string>()
  const addRequest = (name: string, text: string | undefined): void => {
    if (text !== undefined && Object.hasOwn(finer.search, name)) requests.set(name, text)
  }
  for (const [name, value] of Object.entries({ ...searched, ...comparison?.search })) {
    addRequest(name, toText(value))
  }
  for (const { key, value } of groupKeys(source, column, row)) {
    const field = finer.search[key.column]
    const days = datesOfKey(key, field, value)
    const isMoved = source !== undefined && isSummary(source) && isShifted(source, key)
    const shift = isMoved ? comparison?.shift : undefined
    if (!days) addRequest(key.column, exactCondition(field, value))
    else addRequest(key.column, intersectDates(requests.get(key.column), shiftBack(days, shift)))
  }
  for (const [name, from] of Object.entries(drill?.with ?? {})) {
    addRequest(name, exactCondition(finer.search[name], row[from]))
  }
  return Object.fromEntries(requests)
}

interface KeyValue {
  readonly key: GroupKey
  readonly value: Value | undefined
}

/** Keys of a group with their values, including the one that a column of a pivot represents. */
function groupKeys(source: Query | undefined, column: string, row: WireRow): KeyValue[] {
  if (!source || !isSummary(source)) return []
  const { keys, across } = source
  const own = keys.map((key) => ({ key, value: row[keyName(key)] }))
  const measureColumn = column.replace(/_(?:WAS|DIFF)$/, '')
  const index = across?.values.findIndex((_, nth) =>
    across.measures.some((name) => acrossName(name, nth) === measureColumn),
  )
  if (!across || index === undefined || index < 0) return own
  return [...own, { key: across.key, value: across.values[index] }]
}

/** The comparison, if the column shows the compared figures. */
function columnComparison(source: Query | undefined, column: string) {
  const isBefore = source && isSummary(source) && column.endsWith('_WAS')
  return isBefore ? source.compare : undefined
}

type DateRange = readonly [first: string, last: string]

function datesOfKey({ period }: GroupKey, field: Field | undefined, value: Value | undefined) {
  if (!period && field?.kind !== 'date') return undefined
  return datesOfPeriod(String(value ?? ''))
}

/** Moves a date range back by the shift of a comparison. */
function shiftBack(
  [first, last]: DateRange,
  shift: NonNullable<GroupRequest['compare']>['shift'],
): DateRange {
  if (!shift) return [first, last]
  const back = (day: string): string =>
    shift.unit === 'day' ? addDays(day, -shift.count) : addMonths(day, -shift.count)
  // Shifts the day after the range, because the last day of a month has no counterpart in shorter
  // months.
  return [back(first), addDays(back(addDays(last, 1)), -1)]
}

/**
 * Intersects a group's dates with the searched ones: the first month of a search can be incomplete.
 */
function intersectDates(searched: string | undefined, [first, last]: DateRange): string {
  const days = searched?.split('~').map((day) => day.replaceAll(/\D/g, '')) ?? []
  const [from = first, to = from] = days
  const isRange = searched !== undefined && /^[-\d.~]+$/.test(searched) && isDay(from) && isDay(to)
  const start = isRange && from > first ? from : first
  const end = isRange && to < last ? to : last
  return start === end ? start : `${start}~${end}`
}

function toText(value: Value | undefined): string | undefined {
  return value === null || value === undefined || value === '' ? undefined : String(value)
}

/** A text search matches substrings unless it starts with `=`. */
function exactCondition(field: Field | undefined, value: Value | undefined): string | undefined {
  const text = toText(value)
  const isFree = field?.kind === 'text' && field.upperCase !== true
  return text !== undefined && isFree ? `=${text}` : text
}

/**
 * Whether the current row is a group of the table's rows that can be opened. Past snapshots cannot
 * be acted on.
 */
export function groupsRows(page: PageModel, { key }: Table): boolean {
  const { source } = page.part
  const at = page.grid.current?.row
  const isRow = page.zone === 'grid' && at !== undefined && page.grid.rowId(at) >= 0
  if (!isRow || page.isPast || !page.screen.drill?.to || !canDrill(page)) return false
  return isSummary(source) && key.every((name) => Object.hasOwn(source.source.output, name))
}

/**
 * Returns the rows of groups, restricted to the search that produced them. A search cannot match
 * empty values, such as a missing pallet. The rows are therefore filtered again on the client.
 */
export async function fetchGroupRows(
  page: PageModel,
  groups: readonly WireRow[],
): Promise<WireRow[]> {
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
