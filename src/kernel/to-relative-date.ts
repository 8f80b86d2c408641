import { daysBetween, isDay } from './calendar.ts'
import { relativeDay } from './relative-day.ts'

const spanWords = ['이번주', '지난주', '이번달', '지난달', '올해', '작년'] as const

/** Periods for which a search can run from the first date up to today, such as month to date. */
const currentSpans = ['이번달', '이번주', '올해'] as const

/**
 * Rewrites the dates (`yyyyMMdd`) of a search value relative to today, the inverse of
 * `relativeDay`. Tomorrow the same text searches for other dates. Dates more than a year away are
 * unchanged.
 */
export function toRelativeDate(value: string, now: string): string {
  const span = spanWords.find((word) => relativeDay(word, now) === value)
  if (span !== undefined) return span
  const [first = '', last] = value.split('~')
  const begun = currentSpans.find((word) => relativeDay(word, now)?.startsWith(first) ?? false)
  if (last === now && isDay(first) && begun !== undefined) return `${begun}~today`
  return value.replaceAll(/(?<!\d)\d{8}(?!\d)/g, (day) => {
    const days = daysBetween(now, day)
    if (Number.isNaN(days) || Math.abs(days) > 366) return day
    if (days === 0) return 'today'
    return days > 0 ? `today+${days}` : `today${days}`
  })
}
