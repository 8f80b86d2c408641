/**
 * Last day of a month, 28 to 31. Uses the Gregorian rule instead of Temporal because `isDay` checks
 * every date cell of a spreadsheet with it.
 */
export function lastDayOfMonth(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  if (month === 2) return isLeap ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function splitDate(text: string): [year: number, month: number, day: number] {
  return [Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6, 8))]
}

/** True if the text is an existing calendar date, `yyyyMMdd`. 30 February is not one. */
export function isDay(text: string): boolean {
  if (!/^\d{8}$/.test(text)) return false
  const [year, month, day] = splitDate(text)
  return year > 0 && month > 0 && month < 13 && day > 0 && day <= lastDayOfMonth(year, month)
}

/** Plausible years of stock, documents and people. 9999 means "no end". */
export const minYear = 1900
export const maxYear = 2199
const openEndedYear = 9999

/**
 * True if the digits of a month, date or timestamp start with a plausible year. `1123` is not a
 * year but 23 November, typed without its year.
 */
export function isLikelyYear(digits: string): boolean {
  const year = Number(digits.slice(0, 4))
  return (year >= minYear && year <= maxYear) || year === openEndedYear
}

export function isMonth(text: string): boolean {
  return /^\d{6}$/.test(text) && isDay(`${text}01`)
}

export function isTimestamp(text: string): boolean {
  if (!/^\d{14}$/.test(text) || !isDay(text.slice(0, 8))) return false
  return text.slice(8, 10) < '24' && text.slice(10, 12) < '60' && text.slice(12, 14) < '60'
}

/** Parses `yyyyMMdd`. Returns undefined if the calendar has no such date. */
export function plainDate(text: string): Temporal.PlainDate | undefined {
  return isDay(text) ? Temporal.PlainDate.from(text) : undefined
}

function wireText(date: Temporal.PlainDate | undefined): string | undefined {
  return date?.toString().replaceAll('-', '')
}

/**
 * `'20261129' → '2026-11-29'`, the format that databases parse. Other texts are returned unchanged.
 */
export function toIsoDay(day: string): string {
  return day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
}

/** Adds days (negative to subtract) to a date, `yyyyMMdd`. Returns an invalid date unchanged. */
export function addDays(day: string, days: number): string {
  return wireText(plainDate(day)?.add({ days })) ?? day
}

/** ISO 8601 day of the week, from 1 for Monday to 7 for Sunday; NaN for an invalid date. */
export function weekday(day: string): number {
  return plainDate(day)?.dayOfWeek ?? Number.NaN
}

/** Number of days between two dates, negative if the second is earlier; NaN for an invalid date. */
export function daysBetween(first: string, last: string): number {
  const [from, to] = [plainDate(first), plainDate(last)]
  return from && to ? from.until(to).days : Number.NaN
}

export function startOfWeek(day: string): string {
  return addDays(day, 1 - weekday(day))
}

const hourMs = 3_600_000
/**
 * Cached per hour: offsets change on the hour at most, and a response has many timestamps within
 * few hours.
 */
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

/** Local date and time of the warehouse, `yyyyMMddHHmmss`. */
export function timestampAt(milliseconds: number, timeZone = 'Asia/Seoul'): string {
  const local = new Date(milliseconds + offsetMs(milliseconds, timeZone))
  return local.toISOString().slice(0, 19).replace(/\D/g, '')
}

/** Local time of the warehouse, `HH:mm:ss`, optionally with milliseconds. */
export function clockTime(at: Date, withThousandths = false): string {
  const time = timestampAt(at.getTime())
    .slice(8)
    .replace(/(..)(..)(..)/, '$1:$2:$3')
  return withThousandths ? `${time}.${String(at.getUTCMilliseconds()).padStart(3, '0')}` : time
}

/** The same day of another month, or that month's last day if it is shorter, `yyyyMMdd`. */
export function addMonths(day: string, months: number): string {
  return wireText(plainDate(day)?.add({ months })) ?? day
}
