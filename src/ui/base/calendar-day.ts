import { addDays, addMonths, startOfWeek, timestampAt } from '#kernel/calendar.ts'

/** Current warehouse time, `yyyyMMddHHmmss`. */
export function currentTime(): string {
  return timestampAt(Date.now())
}

/** Current warehouse date, `yyyyMMdd`. */
export function today(): string {
  return currentTime().slice(0, 8)
}

/** Current warehouse year, used to expand two-digit years. */
export function currentYear(): number {
  return Number(today().slice(0, 4))
}

const namedDays: Readonly<Record<string, (now: string) => string>> = {
  today: (now) => now,
  // Weeks start on Monday (ISO 8601).
  'week-first': startOfWeek,
  'week-last': (now) => addDays(startOfWeek(now), 6),
  'month-first': (now) => `${now.slice(0, 6)}01`,
  'month-last': (now) => addDays(addMonths(`${now.slice(0, 6)}01`, 1), -1),
  'year-first': (now) => `${now.slice(0, 4)}0101`,
}

/**
 * Resolves `today`, `today-7`, `today+30` and names such as `month-first~month-last` (week, month,
 * year) to dates, on both sides of a range. Other text is returned unchanged.
 */
export function resolveToday(text: string, now: string = today()): string {
  const names = /\b(today|(?:week|month)-(?:first|last)|year-first)\b([+-]\d+)?/g
  return text.replace(names, (whole, name: string, step: string | undefined) => {
    const day = namedDays[name]?.(now)
    return day === undefined ? whole : addDays(day, Number(step ?? 0))
  })
}
