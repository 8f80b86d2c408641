import { addDays, momentAt } from '#kernel/calendar.ts'

/** Sunday is 0. */
export function weekday(day: string): number {
  const [year, month, date] = [day.slice(0, 4), day.slice(4, 6), day.slice(6, 8)].map(Number)
  return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, date ?? 1)).getUTCDay()
}

/** Now on the clock of the warehouse, `yyyyMMddHHmmss`. */
export function momentNow(): string {
  return momentAt(Date.now())
}

/** Today on the clock of the warehouse, `yyyyMMdd`. */
export function today(): string {
  return momentNow().slice(0, 8)
}

/** The year on the clock of the warehouse: what two digits of a year are read by. */
export function yearNow(): number {
  return Number(today().slice(0, 4))
}

/** `today`, `today-7` and `today+30` as days, on both sides of a range; other text as it is. */
export function resolveToday(text: string, now: string = today()): string {
  return text.replace(/\btoday(?:([+-]\d+))?/g, (_whole, step: string | undefined) =>
    addDays(now, Number(step ?? 0)),
  )
}
