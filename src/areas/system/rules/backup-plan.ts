import { daysBetween, isTimestamp, startOfWeek, timestampAt } from '#kernel/calendar.ts'

/** Schedule and retention of backups. Hours are in the warehouse's time zone. */
export interface BackupPlan {
  readonly everyHours: number
  readonly fromHour: number
  readonly keepHours: number
  readonly keepDays: number
  readonly keepWeeks: number
}

const hourMs = 3_600_000

/** The next full hour of the plan after `now`. Both in milliseconds. */
export function getNextBackupTime(now: number, { everyHours, fromHour }: BackupPlan): number {
  const first = now - (now % hourMs) + hourMs
  for (let at = first; ; at += hourMs) {
    const hour = Number(timestampAt(at).slice(8, 10))
    if ((((hour - fromHour) % everyHours) + everyHours) % everyHours === 0) return at
  }
}

function hoursBetween(first: string, last: string): number {
  const [from, to] = [first, last].map((time) =>
    Temporal.PlainDateTime.from(`${time.slice(0, 8)}T${time.slice(8)}`),
  )
  return from && to ? from.until(to).total('hours') : Number.NaN
}

/**
 * Backups to keep, by their timestamps (`yyyyMMddHHmmss`): all of the last hours, the newest of
 * each of the last days and weeks, and always the newest.
 */
export function selectRetained(
  moments: readonly string[],
  now: string,
  { keepHours, keepDays, keepWeeks }: BackupPlan,
): ReadonlySet<string> {
  const newestFirst = moments.filter(isTimestamp).toSorted((a, b) => (a < b ? 1 : -1))
  const retained = new Set(newestFirst.slice(0, 1))
  const [days, weeks] = [new Set<string>(), new Set<string>()]
  const today = now.slice(0, 8)
  for (const time of newestFirst) {
    const day = time.slice(0, 8)
    const week = startOfWeek(day)
    const isNewestOfDay = daysBetween(day, today) < keepDays && !days.has(day)
    const isNewestOfWeek = daysBetween(week, startOfWeek(today)) < keepWeeks * 7 && !weeks.has(week)
    days.add(day)
    weeks.add(week)
    const isRecent = hoursBetween(time, now) < keepHours
    if (isRecent || isNewestOfDay || isNewestOfWeek) retained.add(time)
  }
  return retained
}
