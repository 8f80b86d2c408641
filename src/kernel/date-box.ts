import { stripNonDigits } from './box-value.ts'
import { isDay, isLikelyYear, isTimestamp, lastDayOfMonth } from './calendar.ts'
import type { Field } from './field.ts'

/** Maximum length of the text in a date input: `yyyy-MM-dd` (spec §5). */
export const maxDateBoxLength = 10

const dayLength = 8

/** Number of stored digits of a month, date and timestamp (spec §9). */
export type DateLength = 6 | 8 | 14

export function getDateLength({ kind }: Pick<Field, 'kind'>): DateLength | undefined {
  if (kind === 'month') return 6
  if (kind === 'date') return 8
  return kind === 'datetime' ? 14 : undefined
}

/**
 * Digits of a date at the start of a text, padded if they are single: `2026-1-5 09:30` gives
 * 20260105.
 */
function leadingDate(text: string): string | undefined {
  const date = /^\s*(\d{4})(?:([-/.])\s?(\d{1,2})\2\s?|년\s*(\d{1,2})월\s*)(\d{1,2})(?!\d)/.exec(
    text,
  )
  if (!date) return undefined
  const [found, year = '', , month = date[4] ?? '', , day = ''] = date
  const rest = stripNonDigits(text.slice(found.length))
  return year + month.padStart(2, '0') + day.padStart(2, '0') + rest
}

/**
 * Text allowed in a date input during typing. A date that starts with its year is reduced to its
 * digits once all are typed (spec §5). With fewer digits the separators remain, because they
 * distinguish 2027-3-5 from 2027-35, but not blanks next to them: 2027. 12. 31 has to fit into the
 * input. Other text can still become 3/15, 오늘 or -7d.
 */
export function sanitizeDateInput(typed: string, length: DateLength = dayLength): string {
  const text = typed.normalize('NFKC')
  // Keep 오후 and PM. Without them an afternoon time would be read as a morning time.
  if (length === 14 && /[오전후AMPZ+]/i.test(text)) return text
  const digits = stripNonDigits(text)
  if (digits.length >= length) return (leadingDate(text) ?? digits).slice(0, length)
  if (!/^\s*\d{4}/.test(text)) return text.replaceAll(/[^\p{L}\d\s+\-./:]/gu, '')
  if (length === 14) return text.replaceAll(/[^\d\s\-./:T년월일시분]/g, '')
  return text.replaceAll(/[^\d\s\-./년월일]|\s+(?=\D)|(?<=\D)\s+/g, '')
}

/**
 * Pads the digits of a date: months and days with 01 (spec §5), times with 00. An incomplete year
 * or month is ambiguous and returned unchanged, as are surplus digits.
 */
export function padTimestamp(text: string, length: DateLength): string {
  const digits = stripNonDigits(text)
  if (digits.length < 4 || digits.length % 2 === 1) return digits
  return digits.padEnd(Math.min(length, dayLength), '01').padEnd(length, '0')
}

/**
 * Pads a short date with 01 to 8 digits (spec §5): a year becomes its first day, a year and month
 * the first of that month.
 */
export function padDate(text: string): string {
  return padTimestamp(text, dayLength)
}

/** Completes a year or month to its last day. Longer digits are returned unchanged. */
export function padToLastDay(digits: string): string {
  const month = digits.length === 4 ? `${digits}12` : digits
  if (month.length !== 6) return digits
  return month + String(lastDayOfMonth(Number(month.slice(0, 4)), Number(month.slice(4))))
}

/**
 * Completes a typed month, date or timestamp to its full length. Missing parts default to the first
 * month or day, or to the last at the end of a range. Undefined if there are too few or too many
 * digits, or the date does not exist or has an implausible year.
 */
export function completeDate(
  text: string,
  length: DateLength,
  end: 'first' | 'last' = 'first',
): string | undefined {
  const written = stripNonDigits(text)
  const digits = padTimestamp(
    end === 'last' && length > 6 ? padToLastDay(written) : written,
    length,
  )
  if (digits.length !== length || !isLikelyYear(digits)) return undefined
  return (length === 14 ? isTimestamp(digits) : isDay(padDate(digits))) ? digits : undefined
}
