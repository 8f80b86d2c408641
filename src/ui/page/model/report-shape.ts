import { addDays, addMonths, daysBetween, isDay } from '#kernel/calendar.ts'
import type { GroupAsked } from '#kernel/group-asked.ts'
import type { Field, WireRow } from '#kernel/field.ts'
import type { GridPart } from '#kernel/screen.ts'
import { parseSearch } from '#kernel/search-value.ts'
import { summaryOf } from '#kernel/summary-asked.ts'
import { keyName, SummaryFault, type GroupKey } from '#kernel/summary-key.ts'
import { summaryGrid } from '#kernel/summary-screen.ts'
import { acrossMax, isSummary, type Summary } from '#kernel/summary.ts'
import { t } from '#ui/base/language.ts'
import { askQuery, failureOf } from '#ui/remote/query-call.ts'

/**
 * The same length of time before, the same days of another month or year, days that were chosen
 * (`yyyyMMdd`), or another moment.
 */
export type Comparison =
  | 'before'
  | 'month'
  | 'year'
  | { readonly first: string; readonly last: string }
  | { readonly asOf: string }

/** How a report is looked at, beyond what it is declared to be. */
export interface Shape {
  /** The values of a key side by side, with one measure under each. */
  readonly across?: { readonly key: GroupKey; readonly measure: string }
  readonly compare?: Comparison
}

/** The part of a page's grid: the screen's own, or another shape of its report. */
export class PageShape {
  readonly #own: GridPart
  readonly #page: { show(part: GridPart): void; say(note: string): void }
  #asked: Shape = {}
  #taken: { readonly shape: Shape; readonly part: GridPart }

  constructor(own: GridPart, page: { show(part: GridPart): void; say(note: string): void }) {
    this.#own = own
    this.#page = page
    this.#taken = { shape: {}, part: own }
  }

  get part(): GridPart {
    return this.#taken.part
  }

  get shape(): Shape {
    return this.#taken.shape
  }

  /** The shape of the rows from the next search on; {} is the report's own. */
  ask(shape: Shape): void {
    this.#asked = shape
  }

  /**
   * Has the page show the shape asked for, as it is for a search; says where there is none.
   * Undefined where the report is shown as it is declared, and stays so.
   */
  take(search: WireRow): Promise<void> | undefined {
    const isOwn = Object.keys(this.#asked).length === 0
    return isOwn && this.part === this.#own ? undefined : this.#take(search, isOwn)
  }

  async #take(search: WireRow, isOwn: boolean): Promise<void> {
    const shape = this.#asked
    try {
      const part = isOwn ? this.#own : await shapedPart(this.#own, shape, search)
      this.#taken = { shape, part }
      this.#page.show(part)
    } catch (error) {
      this.#asked = this.shape
      this.#page.say(error instanceof SummaryFault ? t(error.text) : failureOf(error).text)
    }
  }
}

/** The days that were searched for: the field and the first and last of them, `yyyyMMdd`. */
export interface DaysSearched {
  readonly name: string
  readonly first: string
  readonly last: string
}

/**
 * A report in another shape: the part that asks for it and shows it. Values to be put side by side
 * are asked for first. Throws SummaryFault where the report has no such shape, and CallError.
 */
async function shapedPart(part: GridPart, shape: Shape, search: WireRow): Promise<GridPart> {
  const { source } = part
  if (!isSummary(source)) return part
  const { across, compare } = shape
  const keys = source.keys.filter(({ column }) => column !== across?.key.column)
  const asked: GroupAsked = {
    by: keys,
    ...(across && {
      across: {
        key: across.key,
        values: await valuesOf(part, across.key, search),
        measures: [across.measure],
      },
    }),
    ...(compare && { compare: compared(source, compare, search) }),
  }
  const { columns, ...grid } = summaryGrid(summaryOf(source, asked))
  return { ...part, ...grid, columns: across ? besideEachOther(source, across, columns) : columns }
}

/** The groups, the values side by side, and what they come to; other measures are out of the way. */
function besideEachOther(
  { measures }: Summary,
  { measure }: NonNullable<Shape['across']>,
  columns: GridPart['columns'],
): GridPart['columns'] {
  const nameOf = (column: GridPart['columns'][number]) =>
    typeof column === 'string' ? column : column.field
  const shown = columns.filter((column) => !Object.hasOwn(measures, nameOf(column)))
  return [...shown, ...columns.filter((column) => nameOf(column) === measure)]
}

/** The values that a key has in what is searched for, in their order; one more than fit. */
async function valuesOf(
  part: GridPart,
  key: GroupKey,
  search: WireRow,
): Promise<(string | null)[]> {
  const source = summaryOf(part.source, { by: [key] })
  const rows = await askQuery({ ...part, source }, search, undefined, acrossMax + 1)
  const values = rows.map((row) => row[keyName(key)] ?? null)
  return values.map((value) => (value === null ? null : String(value)))
}

function compared(source: Summary, compare: Comparison, search: WireRow): GroupAsked['compare'] {
  if (typeof compare === 'object' && 'asOf' in compare) {
    return { search: { AS_OF: compare.asOf } }
  }
  const days = daysSearched(source, search)
  if (!days) return undefined
  const { name, first, last } = days
  if (typeof compare === 'object') {
    return {
      search: { [name]: `${compare.first}~${compare.last}` },
      shift: shiftTo(first, compare),
    }
  }
  if (compare === 'before') {
    const count = daysBetween(first, last) + 1
    const span = `${addDays(first, -count)}~${addDays(last, -count)}`
    return { search: { [name]: span }, shift: { count, unit: 'day' } }
  }
  const count = compare === 'month' ? 1 : 12
  const span = `${addMonths(first, -count)}~${addMonths(last, -count)}`
  return { search: { [name]: span }, shift: { count, unit: 'month' } }
}

/** How chosen days come to lie on those searched for: by months where both begin on one day of it. */
function shiftTo(first: string, { first: from }: { readonly first: string }) {
  if (first.slice(6) !== from.slice(6)) {
    return { count: daysBetween(from, first), unit: 'day' } as const
  }
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(4, 6))
  return { count: months(first) - months(from), unit: 'month' } as const
}

/** The days that a report was searched by; undefined where it was not, or the end is open. */
export function daysSearched(
  source: Pick<Summary, 'search'>,
  search: WireRow,
): DaysSearched | undefined {
  for (const [name, field] of Object.entries(source.search)) {
    const days = field.kind === 'date' ? spanOf(field, search[name]) : undefined
    if (days) return { name, first: days[0], last: days[1] }
  }
  return undefined
}

function spanOf(field: Field, value: WireRow[string] | undefined): [string, string] | undefined {
  const found = parseSearch(field, String(value ?? ''))
  if (found?.operator !== '=' && found?.operator !== 'between') return undefined
  const [first = '', last = first] = found.values.map((day) => day.replaceAll(/\D/g, ''))
  return isDay(first) && isDay(last) ? [first, last] : undefined
}
