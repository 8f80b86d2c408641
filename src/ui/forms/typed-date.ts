import { dateLengthOf, type DateLength } from '#kernel/date-box.ts'
import type { FieldKind } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { readDay, type DayRefusal } from '#kernel/read-day.ts'
import { today } from '#ui/base/calendar-day.ts'
import { t } from '#ui/base/language.ts'
import type { GridColumn } from '#ui/grid/columns/column.ts'

const severalDays = label('하루만 입력하세요.', 'Enter one day only.')

/** One typed day, month or moment as it is stored, or why it is none. */
export function readDate(
  typed: string,
  length: DateLength,
): { readonly digits: string } | DayRefusal {
  const reading = readDay(typed, length, today())
  if ('fault' in reading) return reading
  const { first, last, isSpan } = reading
  if (isSpan && first.slice(0, length) !== last.slice(0, length)) {
    return { fault: 'none', why: severalDays }
  }
  return { digits: first.slice(0, length).padEnd(length, '0') }
}

/** How typed days are read in cells of a kind: by the reader that the search and the forms have. */
export function dateOf(kind: FieldKind): GridColumn['dateOf'] {
  const length = dateLengthOf({ kind })
  if (length === undefined) return undefined
  return (text) => {
    const read = readDate(text, length)
    if ('digits' in read) return read
    // What is no day at all is said by the grid, with an example of its own.
    const isNoDay = read.fault === 'short' || read.fault === 'unread'
    return isNoDay ? { fault: 'date' } : { fault: 'noSuchDate', why: t(read.why) }
  }
}
