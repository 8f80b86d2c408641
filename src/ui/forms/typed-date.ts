import { getDateLength, type DateLength } from '#kernel/date-box.ts'
import type { FieldKind } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { isShortenedMonth, readDay, shortenedMonthText, type DayError } from '#kernel/read-day.ts'
import { today } from '#ui/base/calendar-day.ts'
import { t } from '#ui/base/language.ts'
import type { GridColumn } from '#ui/grid/columns/column.ts'

const severalDays = label('하루만 입력하세요.', 'Enter one day only.')

/** Parses one date, month or timestamp into its stored form, or returns the error. */
export function readDate(
  typed: string,
  length: DateLength,
): { readonly digits: string } | DayError {
  const reading = readDay(typed, length, today())
  if ('error' in reading) return reading
  const { first, last, isSpan } = reading
  if (isSpan && first.slice(0, length) !== last.slice(0, length)) {
    return { error: 'none', why: severalDays }
  }
  return { digits: first.slice(0, length).padEnd(length, '0') }
}

export function dateReader(kind: FieldKind): GridColumn['dateOf'] {
  const length = getDateLength({ kind })
  if (length === undefined) return undefined
  return (text, isPasted = false) => {
    if (isPasted && isShortenedMonth(text))
      return { error: 'noSuchDate', why: t(shortenedMonthText(text)) }
    const read = readDate(text, length)
    if ('digits' in read) return read
    // The grid has its own message, with an example, for text that is not a date.
    const isNoDay = read.error === 'short' || read.error === 'unread'
    return isNoDay ? { error: 'date' } : { error: 'noSuchDate', why: t(read.why) }
  }
}
