import type { PastOwner } from './past-company.ts'

/** Sunday to Saturday: how much of a usual day's work there is; seven in all. */
const week = [0, 1.55, 1.3, 1.2, 1.2, 1.25, 0.5]

const dayMs = 86_400_000

const startOf = (day: string) =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)))

/** Day of the week, 0 is Sunday. */
export function weekday(day: string): number {
  return new Date(startOf(day)).getUTCDay()
}

/** How much of an owner's work falls on a day, 1 on average. */
export function busyness(day: string, owner: PastOwner): number {
  const season = owner.season[Number(day.slice(4, 6)) - 1] ?? 1
  return (week[weekday(day)] ?? 1) * season
}

export const isClosed = (day: string) => weekday(day) === 0

/** Days from one to another, both counted. */
export function daysBetween(first: string, last: string): number {
  return (startOf(last) - startOf(first)) / dayMs + 1
}
