import { Temporal } from 'temporal-polyfill'

/** A day written `yyyyMMdd`, or undefined when the calendar has no such day. */
function plainDate(text: string): Temporal.PlainDate | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
  if (!year || year === '0000') return undefined
  try {
    const parts = { year: Number(year), month: Number(month), day: Number(day) }
    return Temporal.PlainDate.from(parts, { overflow: 'reject' })
  } catch {
    return undefined
  }
}

/** True for a day that the calendar has, written `yyyyMMdd`. 30 February is not one. */
export function isDay(text: string): boolean {
  return plainDate(text) !== undefined
}

/** Last day of a month, 28 to 31, by the Gregorian rule. */
export function lastDayOfMonth(year: number, month: number): number {
  return Temporal.PlainYearMonth.from({ year, month }).daysInMonth
}

/** True for a moment written `yyyyMMddHHmmss`. */
export function isMoment(text: string): boolean {
  if (!/^\d{14}$/.test(text) || !isDay(text.slice(0, 8))) return false
  return text.slice(8, 10) < '24' && text.slice(10, 12) < '60' && text.slice(12, 14) < '60'
}

/** A day some days later or earlier, `yyyyMMdd`; the day itself when it is none. */
export function addDays(day: string, days: number): string {
  const later = plainDate(day)?.add({ days })
  return later ? later.toString().replaceAll('-', '') : day
}

const hourMs = 3_600_000
/** Offsets change on the hour at most, and answers hold many moments of few hours. */
const offsets = new Map<string, number>()

function offsetMs(milliseconds: number, timeZone: string): number {
  const hour = Math.floor(milliseconds / hourMs)
  const key = `${timeZone} ${hour}`
  let offset = offsets.get(key)
  if (offset === undefined) {
    const instant = Temporal.Instant.fromEpochMilliseconds(hour * hourMs)
    offset = instant.toZonedDateTimeISO(timeZone).offsetNanoseconds / 1_000_000
    if (offsets.size > 10_000) offsets.clear()
    offsets.set(key, offset)
  }
  return offset
}

/** Today and now on the clock of the warehouse, `yyyyMMddHHmmss`. */
export function momentAt(milliseconds: number, timeZone = 'Asia/Seoul'): string {
  const local = new Date(milliseconds + offsetMs(milliseconds, timeZone))
  return local.toISOString().slice(0, 19).replace(/\D/g, '')
}

/** The same day of another month, or that month's last day where it is shorter, `yyyyMMdd`. */
export function addMonths(day: string, months: number): string {
  const later = plainDate(day)?.add({ months })
  return later ? later.toString().replaceAll('-', '') : day
}
