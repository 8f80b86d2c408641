import { keepDigits } from './box-value.ts'
import { isDay, isLikelyYear, isMoment, lastDayOfMonth } from './calendar.ts'
import type { Field } from './field.ts'

/** Longest text a date box takes: `yyyy-MM-dd` (spec §5). */
export const dateBoxLengthMax = 10

const dayLength = 8

/** Digits of a month, a day and a moment as they are stored (spec §9). */
export type DateLength = 6 | 8 | 14

/** Digits that a month, a day and a moment are stored as; undefined for what is none of them. */
export function dateLengthOf({ kind }: Pick<Field, 'kind'>): DateLength | undefined {
  if (kind === 'month') return 6
  if (kind === 'date') return 8
  return kind === 'datetime' ? 14 : undefined
}

/** Digits of a date, at most 8 of a day (spec §5). */
export function keepDateDigits(typed: string, length: DateLength = dayLength): string {
  return keepDigits(typed).slice(0, length)
}

/**
 * What may stand in a date box while it is typed in. A day that begins with its year is down to its
 * digits as soon as all are there (spec §5); the marks between fewer tell 2027-3-5 from 2027-35.
 * Anything else may still become 3/15, 오늘 or -7d.
 */
export function keepDateTyped(typed: string, length: DateLength = dayLength): string {
  const text = typed.normalize('NFKC')
  const digits = keepDigits(text)
  if (digits.length >= length) return digits.slice(0, length)
  if (!/^\s*\d{4}/.test(text)) return text.replaceAll(/[^\p{L}\d\s+\-./:]/gu, '')
  return text.replaceAll(length === 14 ? /[^\d\s\-./:T년월일시분]/g : /[^\d\s\-./년월일]/g, '')
}

/**
 * Digits of a date with what is missing filled in: months and days with 01 (spec §5), times with
 * 00. Half a year or half a month means nothing and stays as it is; digits too many stay, too.
 */
export function padMoment(text: string, length: DateLength): string {
  const digits = keepDigits(text)
  if (digits.length < 4 || digits.length % 2 === 1) return digits
  return digits.padEnd(Math.min(length, dayLength), '01').padEnd(length, '0')
}

/**
 * A short date string padded with 01 to 8 digits (spec §5): a year means its first day, a year and
 * month the first of that month.
 */
export function padDate(text: string): string {
  return padMoment(text, dayLength)
}

/** The last day of a year or a month; digits of more stay as they are. */
export function padLast(digits: string): string {
  const month = digits.length === 4 ? `${digits}12` : digits
  if (month.length !== 6) return digits
  return month + String(lastDayOfMonth(Number(month.slice(0, 4)), Number(month.slice(4))))
}

/**
 * The month, day or moment that digits stand for, filled up to its full length: with its first day,
 * or, where it ends a range, with its last. Undefined when they are too short or too long, or no
 * calendar of people has such a day.
 */
export function completeDate(
  text: string,
  length: DateLength,
  end: 'first' | 'last' = 'first',
): string | undefined {
  const written = keepDigits(text)
  const digits = padMoment(end === 'last' && length > 6 ? padLast(written) : written, length)
  if (digits.length !== length || !isLikelyYear(digits)) return undefined
  return (length === 14 ? isMoment(digits) : isDay(padDate(digits))) ? digits : undefined
}
