import { addDays, lastDayOfMonth, startOfWeek, plainDate } from './calendar.ts'
import { label } from './label.ts'

/** Period that dates and timestamps are grouped into. Weeks are ISO 8601, starting on Monday. */
export type Period = keyof typeof periodNames

export const periodNames = {
  day: label('일', 'day'),
  week: label('주', 'week'),
  month: label('월', 'month'),
  quarter: label('분기', 'quarter'),
  year: label('년', 'year'),
} as const

/**
 * Period of a date or timestamp (`yyyyMMdd…`), as a text that sorts chronologically: `20261105`,
 * `2026-W45`, `2026-11`, `2026-Q4`, `2026`.
 */
export function toPeriod(timestamp: string, period: Period): string {
  const year = timestamp.slice(0, 4)
  const month = timestamp.slice(4, 6)
  switch (period) {
    case 'day':
      return timestamp.slice(0, 8)
    case 'week':
      return toWeek(timestamp.slice(0, 8))
    case 'month':
      return `${year}-${month}`
    case 'quarter':
      return `${year}-Q${Math.ceil(Number(month) / 3)}`
    case 'year':
      return year
  }
}

/** A week belongs to the year of its Thursday: `20270101` → `2026-W53`. */
function toWeek(day: string): string {
  const date = plainDate(day)
  return date ? `${date.yearOfWeek}-W${twoDigits(date.weekOfYear ?? 0)}` : day
}

/** First and last date of a period such as `2026-W45`, or undefined if the text is not a period. */
export function datesOfPeriod(text: string): readonly [first: string, last: string] | undefined {
  const [, year = '', kind = '', number = ''] = /^(\d{4})(?:-([WQ]?)(\d{1,2}))?$/.exec(text) ?? []
  if (year === '') return /^\d{8}$/.test(text) ? [text, text] : undefined
  if (number === '') return [`${year}0101`, `${year}1231`]
  if (kind === 'W') {
    // 4 January is always in week 1.
    const monday = addDays(startOfWeek(`${year}0104`), (Number(number) - 1) * 7)
    return [monday, addDays(monday, 6)]
  }
  const [from, to] =
    kind === 'Q' ? [Number(number) * 3 - 2, Number(number) * 3] : [Number(number), Number(number)]
  const lastDay = lastDayOfMonth(Number(year), to)
  return [`${year}${twoDigits(from)}01`, `${year}${twoDigits(to)}${lastDay}`]
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
