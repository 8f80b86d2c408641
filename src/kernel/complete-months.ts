import { addDays } from './calendar.ts'

/** Number of months that a date range covers completely; 0 if it begins or ends within a month. */
export function completeMonths(first: string, last: string): number {
  const next = addDays(last, 1)
  if (!first.endsWith('01') || !next.endsWith('01') || next <= first) return 0
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(4, 6))
  return months(next) - months(first)
}
