import { addDays } from '#kernel/calendar.ts'
import { completeDate } from '#kernel/date-box.ts'
import type { Field, Value } from '#kernel/field.ts'
import { readTypedSearch } from './typed-search.ts'

/** Returns the first date of a date search, `yyyyMMdd`; null if it has none. */
export function getFirstSearchedDate(
  field: Field | undefined,
  typed: Value | undefined,
): string | null {
  return getSearchedDates(field, typed)?.find((day) => day !== null) ?? null
}

/** First and last date, `yyyyMMdd`; null if the search has no such bound. */
export type SearchedDates = readonly [first: string | null, last: string | null]

/** Returns the range of a date or timestamp search; undefined if it is not a single range. */
export function getSearchedDates(
  field: Field | undefined,
  typed: Value | undefined,
): SearchedDates | undefined {
  const found = field && typed != null ? readTypedSearch(field, String(typed)) : undefined
  if (!found) return [null, null]
  // A month or year at the end of a range means its last date.
  const isEnd = (at: number) => ['<=', '>'].includes(found.operator) || at === 1
  const days = found.values.map((value, index) => {
    const digits = value.replaceAll(/[-./: T]/g, '').slice(0, 8)
    return completeDate(digits, 8, isEnd(index) ? 'last' : 'first') ?? null
  })
  const [first = null, last = first] = days
  switch (found.operator) {
    case '=':
    case 'between':
      return [first, last]
    case '>=':
      return [first, null]
    case '<=':
      return [null, first]
    case '>':
      return [first && addDays(first, 1), null]
    case '<':
      return [null, first && addDays(first, -1)]
    case '!=':
    case 'in':
    case 'like':
    case 'not like':
      return undefined
  }
}
