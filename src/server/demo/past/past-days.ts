import { daysBetween, weekday } from '#kernel/calendar.ts'
import type { PastOwner } from './past-company.ts'

/** Amount of work by weekday, Sunday to Saturday, relative to an average day. The sum is seven. */
const week = [0, 1.55, 1.3, 1.2, 1.2, 1.25, 0.5]

export function orderFactor(day: string, owner: PastOwner): number {
  const season = owner.season[Number(day.slice(4, 6)) - 1] ?? 1
  return (week[weekday(day) % 7] ?? 1) * season
}

export const isHoliday = (day: string) => weekday(day) === 7

export function countDays(first: string, last: string): number {
  return daysBetween(first, last) + 1
}
