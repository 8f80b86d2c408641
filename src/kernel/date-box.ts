import { keepDigits } from './box-value.ts'

/** Longest text a date box takes: `yyyy-MM-dd` (spec §5). */
export const dateBoxLengthMax = 10

const dayLength = 8

/** What may stand in a date box while it is typed in: digits only, at most 8 (spec §5). */
export function keepDateDigits(typed: string): string {
  return keepDigits(typed).slice(0, dayLength)
}

/**
 * A short date string padded with 01 to 8 digits (spec §5): a year means its first day, a year and
 * month the first of that month. Half a year or half a month means nothing and stays as it is.
 */
export function padDate(text: string): string {
  const digits = keepDigits(text)
  return digits.length === 4 || digits.length === 6 ? digits.padEnd(dayLength, '01') : digits
}

/** What stays in a date box on focus-out: shorter than 8 digits is cleared (spec §5). */
export function leaveDateBox(typed: string): string {
  const digits = keepDateDigits(typed)
  return digits.length < dayLength ? '' : digits
}
