import { addDays, lastDayOfMonth, momentAt } from '#kernel/calendar.ts'

/** The same day of another month, or that month's last day where it is shorter. */
export function addMonths(day: string, count: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(4, 6)) - 1 + count
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1]
  const date = Math.min(Number(day.slice(6, 8)), lastDayOfMonth(year, month))
  const written = [String(year).padStart(4, '0'), String(month).padStart(2, '0')]
  return `${written.join('')}${String(date).padStart(2, '0')}`
}

/** Sunday is 0. */
export function weekday(day: string): number {
  const [year, month, date] = [day.slice(0, 4), day.slice(4, 6), day.slice(6, 8)].map(Number)
  return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, date ?? 1)).getUTCDay()
}

/** Today on the clock of the warehouse, `yyyyMMdd`. */
export function today(): string {
  return momentAt(Date.now()).slice(0, 8)
}

/** `today`, `today-7` and `today+30` as days, on both sides of a range; other text as it is. */
export function resolveToday(text: string, now: string = today()): string {
  return text.replace(/\btoday(?:([+-]\d+))?/g, (_whole, step: string | undefined) =>
    addDays(now, Number(step ?? 0)),
  )
}
