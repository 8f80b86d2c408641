import { getDateLength, type DateLength } from '#kernel/date-box.ts'
import { readDay } from '#kernel/read-day.ts'
import { today } from '#ui/base/calendar-day.ts'
import { parseInput, type CellError } from '#ui/grid/columns/cell-input.ts'
import type { CellValue, GridColumn } from '#ui/grid/columns/column.ts'
import type { FilterCondition, FilterOperator } from './filter.ts'

/** Stored values of a typed date. */
interface DateSpan {
  readonly first: CellValue
  readonly last: CellValue
  /** Last value that `=` matches. There, a month means its first day (spec §5). */
  readonly equalsTo: CellValue
}

type DatedFilter =
  | Pick<FilterCondition, 'operator' | 'values'>
  | { readonly error: CellError | 'several-spans' }

/** Number of stored digits of a column of dates, undefined for others. */
export function getColumnDateLength({ kind, isMonth }: GridColumn): DateLength | undefined {
  if (isMonth === true) return 6
  return kind === 'date' || kind === 'datetime' ? getDateLength({ kind }) : undefined
}

/**
 * Reads the dates of a filter as a search does: `<= 2026-11` ends with the month, and a day typed
 * for a timestamp is the entire day, also with `=`.
 */
export function readDatedFilter(
  column: GridColumn,
  operator: FilterOperator,
  texts: readonly string[],
): DatedFilter {
  const spans: DateSpan[] = []
  for (const text of texts) {
    const span = readSpan(column, text)
    if ('error' in span) return span
    spans.push(span)
  }
  const { first = null, last = null, equalsTo = null } = spans[0] ?? {}
  if (operator.endsWith('Between')) {
    return { operator, values: [first, spans.at(-1)?.last ?? null] }
  }
  if (operator === '<=' || operator === '>') return { operator, values: [last] }
  if (operator === '<' || operator === '>=') return { operator, values: [first] }
  if (spans.every((span) => span.first === span.equalsTo)) {
    return { operator, values: spans.map((span) => span.first) }
  }
  if (spans.length > 1) return { error: 'several-spans' }
  return {
    operator: operator === 'Not In' ? 'Not Between' : 'Between',
    values: [first, equalsTo],
  }
}

function readSpan(column: GridColumn, text: string): DateSpan | { readonly error: CellError } {
  const length = getColumnDateLength(column) ?? 8
  const read = readDay(text, length, today())
  if (text === '' || 'error' in read) {
    const parsed = parseInput(column, text)
    if (!parsed.ok) return parsed
    return { first: parsed.value, last: parsed.value, equalsTo: parsed.value }
  }
  const start = read.first.slice(0, length).padEnd(length, '0')
  const getEnd = (day: string): string =>
    length === 14 && day.length === 8 ? `${day}235959` : day.slice(0, length)
  return {
    first: start,
    last: getEnd(read.last),
    equalsTo: getEnd(read.isSpan ? read.last : read.first),
  }
}
