import { addDays, addMonths, daysBetween, isDay, startOfWeek } from '#kernel/calendar.ts'
import { completeMonths } from '#kernel/complete-months.ts'
import type { GroupRequest } from '#kernel/group-request.ts'
import type { Field, WireRow } from '#kernel/field.ts'
import type { GridPart } from '#kernel/screen.ts'
import { parseSearch } from '#kernel/search-value.ts'
import { summariseQuery } from '#kernel/summarise-query.ts'
import { keyName, SummaryError, type GroupKey } from '#kernel/summary-key.ts'
import { summaryGrid } from '#kernel/summary-screen.ts'
import { isAcross, maxAcross, isSummary, type Summary } from '#kernel/summary.ts'
import { t } from '#ui/base/language.ts'
import { postQuery, toFailure } from '#ui/remote/query-call.ts'

/**
 * Comparison period: `before` is the preceding period of equal length. `month` and `year` are the
 * same dates one month or year earlier. Complete months are compared with complete months.
 * Alternatives are chosen dates (`yyyyMMdd`) or a point in time.
 */
export type Comparison =
  | 'before'
  | 'month'
  | 'year'
  | { readonly first: string; readonly last: string }
  | { readonly asOf: string }

export interface Shape {
  readonly across?: { readonly key: GroupKey; readonly measure: string }
  readonly compare?: Comparison
}

export class PageShape {
  readonly #own: GridPart
  readonly #page: { show(part: GridPart): void; say(note: string): void }
  #requested: Shape = {}
  #applied: { readonly shape: Shape; readonly part: GridPart }

  constructor(own: GridPart, page: { show(part: GridPart): void; say(note: string): void }) {
    this.#own = own
    this.#page = page
    this.#applied = { shape: {}, part: own }
  }

  get part(): GridPart {
    return this.#applied.part
  }

  get shape(): Shape {
    return this.#applied.shape
  }

  requestShape(shape: Shape): void {
    this.#requested = shape
  }

  /**
   * Applies the requested pivot and comparison for a search, or reports that the report does not
   * support them. Returns undefined if there are none before and after.
   */
  applyRequestedShape(search: WireRow): Promise<void> | undefined {
    const isOwn = Object.keys(this.#requested).length === 0
    return isOwn && this.part === this.#own ? undefined : this.#applyShape(search, isOwn)
  }

  async #applyShape(search: WireRow, isOwn: boolean): Promise<void> {
    const shape = this.#requested
    try {
      const part = isOwn ? this.#own : await reshapePart(this.#own, shape, search)
      this.#applied = { shape, part }
      this.#page.show(part)
    } catch (error) {
      this.#requested = this.shape
      this.#page.say(error instanceof SummaryError ? t(error.text) : toFailure(error).text)
    }
  }
}

/** A searched date range: the field with the first and last date, `yyyyMMdd`. */
export interface SearchedDates {
  readonly name: string
  readonly first: string
  readonly last: string
}

/**
 * Returns the grid part for a report with a pivot or comparison. Queries the pivot values first.
 * Throws SummaryError if the report does not support it, and CallError.
 */
async function reshapePart(part: GridPart, shape: Shape, search: WireRow): Promise<GridPart> {
  const { source } = part
  if (!isSummary(source)) return part
  const { across, compare } = shape
  const keys = source.keys.filter(({ column }) => column !== across?.key.column)
  const request: GroupRequest = {
    by: keys,
    ...(across && {
      across: {
        key: across.key,
        values: await queryKeyValues(part, across.key, search),
        measures: [across.measure],
      },
    }),
    ...(compare && {
      compare: comparisonRequest(source, compare, search, [
        ...keys,
        ...(across ? [across.key] : []),
      ]),
    }),
  }
  const { columns, ...grid } = summaryGrid(summariseQuery(source, request))
  return { ...part, ...grid, columns: across ? pivotColumns(source, across, columns) : columns }
}

const isComparisonColumn = (candidate: string, name: string): boolean =>
  ['_WAS', '_DIFF', '_PCT'].some((end) => name === `${candidate}${end}`)

function pivotColumns(
  { measures }: Summary,
  { measure }: NonNullable<Shape['across']>,
  columns: GridPart['columns'],
): GridPart['columns'] {
  const columnTitle = (column: GridPart['columns'][number]) =>
    typeof column === 'string' ? column : column.field
  /** Measure that a column totals or compares; undefined for other columns. */
  const getTotalledMeasure = (column: GridPart['columns'][number]) => {
    const name = columnTitle(column)
    if (isAcross(name)) return undefined
    return Object.keys(measures).find((key) => name === key || isComparisonColumn(key, name))
  }
  const shown = columns.filter((column) => getTotalledMeasure(column) === undefined)
  return [...shown, ...columns.filter((column) => getTotalledMeasure(column) === measure)]
}

/**
 * Values of a key among the searched rows, in order. Returns one more than the maximum to detect an
 * overflow.
 */
async function queryKeyValues(
  part: GridPart,
  key: GroupKey,
  search: WireRow,
): Promise<(string | null)[]> {
  const source = summariseQuery(part.source, { by: [key] })
  const rows = await postQuery({ ...part, source }, search, undefined, maxAcross + 1)
  const values = rows.map((row) => row[keyName(key)] ?? null)
  return values.map((value) => (value === null ? null : String(value)))
}

export function comparisonRequest(
  source: Summary,
  compare: Comparison,
  search: WireRow,
  keys: readonly GroupKey[] = [],
): GroupRequest['compare'] {
  if (typeof compare === 'object' && 'asOf' in compare) {
    return { search: { AS_OF: compare.asOf } }
  }
  const days = searchedDates(source, search)
  if (!days) return undefined
  const { first, last, shift } = comparedDates(days, compare)
  const isByWeek = keys.some(({ column, period }) => column === days.name && period === 'week')
  // A shift by months would split weeks.
  const weeks = daysBetween(startOfWeek(first), startOfWeek(days.first))
  return {
    search: { [days.name]: `${first}~${last}` },
    shift: isByWeek && shift.unit === 'month' ? { count: weeks, unit: 'day' } : shift,
  }
}

interface ComparedDates {
  readonly first: string
  readonly last: string
  readonly shift: NonNullable<NonNullable<GroupRequest['compare']>['shift']>
}

function comparedDates(
  { first, last }: SearchedDates,
  compare: Exclude<Comparison, { readonly asOf: string }>,
): ComparedDates {
  if (typeof compare === 'object') return { ...compare, shift: alignmentShift(first, compare) }
  const complete = completeMonths(first, last)
  if (compare === 'before' && complete === 0) {
    const count = daysBetween(first, last) + 1
    const [from, to] = [addDays(first, -count), addDays(last, -count)]
    return { first: from, last: to, shift: { count, unit: 'day' } }
  }
  const count = compare === 'before' ? complete : compare === 'month' ? 1 : 12
  const from = addMonths(first, -count)
  const to = complete === 0 ? addMonths(last, -count) : addDays(addMonths(from, complete), -1)
  return { first: from, last: to, shift: { count, unit: 'month' } }
}

/**
 * Shift that aligns a chosen range with the searched one. Uses months if both start on the same day
 * of the month, otherwise days.
 */
function alignmentShift(first: string, { first: from }: { readonly first: string }) {
  if (first.slice(6) !== from.slice(6)) {
    return { count: daysBetween(from, first), unit: 'day' } as const
  }
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(4, 6))
  return { count: months(first) - months(from), unit: 'month' } as const
}

/** Returns the searched date range. Undefined if the search has none or it is open-ended. */
export function searchedDates(
  source: Pick<Summary, 'search'>,
  search: WireRow,
): SearchedDates | undefined {
  for (const [name, field] of Object.entries(source.search)) {
    const days = field.kind === 'date' ? dateRange(field, search[name]) : undefined
    if (days) return { name, first: days[0], last: days[1] }
  }
  return undefined
}

function dateRange(field: Field, value: WireRow[string] | undefined): [string, string] | undefined {
  const found = parseSearch(field, String(value ?? ''))
  if (found?.operator !== '=' && found?.operator !== 'between') return undefined
  const [first = '', last = first] = found.values.map((day) => day.replaceAll(/\D/g, ''))
  return isDay(first) && isDay(last) ? [first, last] : undefined
}
