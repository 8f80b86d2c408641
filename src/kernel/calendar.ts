/** True for a day that the calendar has, written `yyyyMMdd`. 30 February is not one. */
export function isDay(text: string): boolean {
  if (!/^\d{8}$/.test(text)) return false
  const year = Number(text.slice(0, 4))
  const month = Number(text.slice(4, 6))
  const day = Number(text.slice(6, 8))
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= lastDayOfMonth(year, month)
}

/** Last day of a month, 28 to 31, by the Gregorian rule. */
export function lastDayOfMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** True for a moment written `yyyyMMddHHmmss`. */
export function isMoment(text: string): boolean {
  if (!/^\d{14}$/.test(text) || !isDay(text.slice(0, 8))) return false
  return text.slice(8, 10) < '24' && text.slice(10, 12) < '60' && text.slice(12, 14) < '60'
}

/** A day some days later or earlier, `yyyyMMdd`. */
export function addDays(day: string, days: number): string {
  const at = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8)))
  return new Date(at + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
}

/** Today and now on the clock of the warehouse: Korea keeps one zone and no summer time. */
export function momentAt(milliseconds: number, timeZone = 'Asia/Seoul'): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(milliseconds)
  return parts.replace(/\D/g, '')
}
