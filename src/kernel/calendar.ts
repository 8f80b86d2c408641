/**
 * Last day of a month, 28 to 31, by the Gregorian rule. Arithmetic rather than Temporal: `isDay`
 * checks every date cell of a sheet with it.
 */
export function lastDayOfMonth(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  if (month === 2) return isLeap ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Year, month and day of a text written `yyyyMMdd`. */
function partsOf(text: string): [year: number, month: number, day: number] {
  return [Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6, 8))]
}

/** True for a day that the calendar has, written `yyyyMMdd`. 30 February is not one. */
export function isDay(text: string): boolean {
  if (!/^\d{8}$/.test(text)) return false
  const [year, month, day] = partsOf(text)
  return year > 0 && month > 0 && month < 13 && day > 0 && day <= lastDayOfMonth(year, month)
}

/** Years of goods, documents and people. 9999 is written for "no end". */
export const yearMin = 1900
export const yearMax = 2199
const yearWithoutEnd = 9999

/**
 * True for digits that begin with a year anybody means: the first four of a month, a day or a
 * moment. The year 1123 is a day of November that was typed without its year.
 */
export function isLikelyYear(digits: string): boolean {
  const year = Number(digits.slice(0, 4))
  return (year >= yearMin && year <= yearMax) || year === yearWithoutEnd
}

/** True for a month of the calendar, written `yyyyMM`. */
export function isMonth(text: string): boolean {
  return /^\d{6}$/.test(text) && isDay(`${text}01`)
}

/** True for a moment written `yyyyMMddHHmmss`. */
export function isMoment(text: string): boolean {
  if (!/^\d{14}$/.test(text) || !isDay(text.slice(0, 8))) return false
  return text.slice(8, 10) < '24' && text.slice(10, 12) < '60' && text.slice(12, 14) < '60'
}

/** The date written `yyyyMMdd`; undefined if the calendar has no such date. */
export function plainDate(text: string): Temporal.PlainDate | undefined {
  return isDay(text) ? Temporal.PlainDate.from(text) : undefined
}

function wireText(date: Temporal.PlainDate | undefined): string | undefined {
  return date?.toString().replaceAll('-', '')
}

/** A date some days later or earlier, `yyyyMMdd`; an invalid date is returned unchanged. */
export function addDays(day: string, days: number): string {
  return wireText(plainDate(day)?.add({ days })) ?? day
}

/** Day of the week by ISO 8601, from 1 for Monday to 7 for Sunday; NaN for an invalid date. */
export function weekday(day: string): number {
  return plainDate(day)?.dayOfWeek ?? Number.NaN
}

/** Days from one date to a later one (negative to an earlier one); NaN for an invalid date. */
export function daysBetween(first: string, last: string): number {
  const [from, to] = [plainDate(first), plainDate(last)]
  return from && to ? from.until(to).days : Number.NaN
}

/** Monday of the week that a date falls into (ISO 8601). */
export function startOfWeek(day: string): string {
  return addDays(day, 1 - weekday(day))
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

/** Hours, minutes and seconds on the clock of the warehouse, with thousandths on demand. */
export function clockTime(at: Date, withThousandths = false): string {
  const time = momentAt(at.getTime())
    .slice(8)
    .replace(/(..)(..)(..)/, '$1:$2:$3')
  return withThousandths ? `${time}.${String(at.getUTCMilliseconds()).padStart(3, '0')}` : time
}

/** The same day of another month, or that month's last day if it is shorter, `yyyyMMdd`. */
export function addMonths(day: string, months: number): string {
  return wireText(plainDate(day)?.add({ months })) ?? day
}
