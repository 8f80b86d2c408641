import { addDays, lastDayOfMonth } from './calendar.ts'
import { label } from './label.ts'

/** A stretch of days that days and moments fall into; weeks are those of ISO 8601, from Monday. */
export type Period = keyof typeof periodNames

export const periodNames = {
  day: label('일', 'day'),
  week: label('주', 'week'),
  month: label('월', 'month'),
  quarter: label('분기', 'quarter'),
  year: label('년', 'year'),
} as const

/**
 * The period that a day or a moment (`yyyyMMdd…`) falls into, as a text that sorts as periods follow
 * each other: `20261105`, `2026-W45`, `2026-11`, `2026-Q4`, `2026`.
 */
export function periodOf(moment: string, period: Period): string {
  const year = moment.slice(0, 4)
  const month = moment.slice(4, 6)
  switch (period) {
    case 'day':
      return moment.slice(0, 8)
    case 'week':
      return weekOf(moment.slice(0, 8))
    case 'month':
      return `${year}-${month}`
    case 'quarter':
      return `${year}-Q${Math.ceil(Number(month) / 3)}`
    case 'year':
      return year
  }
}

const dayMs = 86_400_000

/** The week belongs to the year that its Thursday falls into. */
function weekOf(day: string): string {
  const at = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)))
  const weekday = (new Date(at).getUTCDay() + 6) % 7
  const thursday = new Date(at + (3 - weekday) * dayMs)
  const year = thursday.getUTCFullYear()
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * dayMs)) + 1
  return `${year}-W${twoDigits(week)}`
}

/** First and last day of a period as `keyField` writes it; undefined for what is none. */
export function daysOfPeriod(text: string): readonly [first: string, last: string] | undefined {
  const [, year = '', kind = '', number = ''] = /^(\d{4})(?:-([WQ]?)(\d{1,2}))?$/.exec(text) ?? []
  if (year === '') return /^\d{8}$/.test(text) ? [text, text] : undefined
  if (number === '') return [`${year}0101`, `${year}1231`]
  if (kind === 'W') {
    const monday = addDays(firstMonday(year), (Number(number) - 1) * 7)
    return [monday, addDays(monday, 6)]
  }
  const [from, to] =
    kind === 'Q' ? [Number(number) * 3 - 2, Number(number) * 3] : [Number(number), Number(number)]
  const lastDay = lastDayOfMonth(Number(year), to)
  return [`${year}${twoDigits(from)}01`, `${year}${twoDigits(to)}${lastDay}`]
}

/** Monday of week 1, the week that 4 January falls into (ISO 8601). */
function firstMonday(year: string): string {
  const weekday = new Date(`${year}-01-04T00:00:00Z`).getUTCDay()
  return addDays(`${year}0104`, -((weekday + 6) % 7))
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
