import { keepDigits } from './box-value.ts'
import { isDay, isMoment } from './calendar.ts'

/** Longest text a date box takes: `yyyy-MM-dd` (spec §5). */
export const dateBoxLengthMax = 10

const dayLength = 8

/** Digits of a month, a day and a moment as they are stored (spec §9). */
export type DateLength = 6 | 8 | 14

/** What may stand in a date box while it is typed in: digits only, at most 8 (spec §5). */
export function keepDateDigits(typed: string, length: DateLength = dayLength): string {
  return keepDigits(typed).slice(0, length)
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

/**
 * What stays in a date box on focus-out: what padding does not bring to its full length is cleared
 * (spec §5).
 */
export function leaveDateBox(typed: string, length: DateLength = dayLength): string {
  const digits = padMoment(keepDateDigits(typed, length), length)
  return digits.length < length ? '' : digits
}

/**
 * The month, day or moment that digits stand for, filled up to its full length; undefined when they
 * are too short or too long, or the calendar has no such day.
 */
export function completeDate(text: string, length: DateLength): string | undefined {
  const digits = padMoment(text, length)
  if (digits.length !== length) return undefined
  return (length === 14 ? isMoment(digits) : isDay(padDate(digits))) ? digits : undefined
}
