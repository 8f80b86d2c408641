import { momentAt } from '#kernel/calendar.ts'

/** How long backups are kept, and when they are made. Hours of the warehouse's clock. */
export interface BackupPlan {
  readonly everyHours: number
  readonly fromHour: number
  readonly keepHours: number
  readonly keepDays: number
  readonly keepWeeks: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The next full hour of the plan after a moment; both in milliseconds. */
export function nextBackupAt(now: number, { everyHours, fromHour }: BackupPlan): number {
  const first = now - (now % hourMs) + hourMs
  for (let at = first; ; at += hourMs) {
    const hour = Number(momentAt(at).slice(8, 10))
    if ((((hour - fromHour) % everyHours) + everyHours) % everyHours === 0) return at
  }
}

const time = (moment: string) =>
  Date.UTC(
    Number(moment.slice(0, 4)),
    Number(moment.slice(4, 6)) - 1,
    Number(moment.slice(6, 8)),
    Number(moment.slice(8, 10)),
    Number(moment.slice(10, 12)),
    Number(moment.slice(12, 14)),
  )

/**
 * Which of the good backups stay, by the moments they were made at (`yyyyMMddHHmmss`): all of the
 * last hours, the newest of each of the last days and weeks, and always the newest of all.
 */
export function keptBackups(
  moments: readonly string[],
  now: string,
  { keepHours, keepDays, keepWeeks }: BackupPlan,
): ReadonlySet<string> {
  const newestFirst = moments.toSorted((a, b) => (a < b ? 1 : -1))
  const kept = new Set(newestFirst.slice(0, 1))
  const [days, weeks] = [new Set<number>(), new Set<number>()]
  for (const moment of newestFirst) {
    const [at, today] = [time(moment), time(now)]
    // The first of January 1970 was a Thursday; weeks begin on Mondays.
    const day = Math.floor(at / dayMs)
    const week = Math.floor((day + 3) / 7)
    const daysAgo = Math.floor(today / dayMs) - day
    const weeksAgo = Math.floor((Math.floor(today / dayMs) + 3) / 7) - week
    const isDays = daysAgo < keepDays && !days.has(day)
    const isWeeks = weeksAgo < keepWeeks && !weeks.has(week)
    days.add(day)
    weeks.add(week)
    if (today - at < keepHours * hourMs || isDays || isWeeks) kept.add(moment)
  }
  return kept
}
