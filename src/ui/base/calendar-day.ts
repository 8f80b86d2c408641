import { addDays, addMonths, startOfWeek, momentAt } from '#kernel/calendar.ts'

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

const namedDays: Readonly<Record<string, (now: string) => string>> = {
  today: (now) => now,
  // Weeks begin on Monday (ISO 8601).
  'week-first': startOfWeek,
  'week-last': (now) => addDays(startOfWeek(now), 6),
  'month-first': (now) => `${now.slice(0, 6)}01`,
  'month-last': (now) => addDays(addMonths(`${now.slice(0, 6)}01`, 1), -1),
  'year-first': (now) => `${now.slice(0, 4)}0101`,
}

/**
 * `today`, `today-7` and `today+30` as days, and the ends of this week, month and year, as
 * `month-first~month-last`, on both sides of a range; other text as it is.
 */
export function resolveToday(text: string, now: string = today()): string {
  const names = /\b(today|(?:week|month)-(?:first|last)|year-first)\b([+-]\d+)?/g
  return text.replace(names, (whole, name: string, step: string | undefined) => {
    const day = namedDays[name]?.(now)
    return day === undefined ? whole : addDays(day, Number(step ?? 0))
  })
}
