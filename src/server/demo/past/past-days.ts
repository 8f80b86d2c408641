import { daysBetween, weekday } from '#kernel/calendar.ts'
import type { PastOwner } from './past-company.ts'

/** Sunday to Saturday: how much of a usual day's work there is; seven in all. */
const week = [0, 1.55, 1.3, 1.2, 1.2, 1.25, 0.5]

/** How much of an owner's work falls on a day, 1 on average. */
export function busyness(day: string, owner: PastOwner): number {
  const season = owner.season[Number(day.slice(4, 6)) - 1] ?? 1
  return (week[weekday(day) % 7] ?? 1) * season
}

export const isClosed = (day: string) => weekday(day) === 7

/** Number of dates from one to another, both included. */
export function countDays(first: string, last: string): number {
  return daysBetween(first, last) + 1
}
