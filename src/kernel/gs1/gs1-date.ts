import { isDay, lastDayOfMonth } from '../calendar.ts'

/**
 * Converts a six-digit GS1 date to `yyyyMMdd`, or undefined if the date does not exist. The century
 * puts the year between 49 before and 50 after `currentYear`. Day 00 is the last day of the month
 * where allowed (General Specifications 3.4 and 7.12).
 */
export function gs1Date(
  yymmdd: string,
  currentYear: number,
  allowsDayZero = true,
): string | undefined {
  const [, yy, mm, dd] = /^(\d{2})(\d{2})(\d{2})$/.exec(yymmdd) ?? []
  if (yy === undefined || mm === undefined || dd === undefined) return undefined
  const year = fullYear(Number(yy), currentYear)
  const month = Number(mm)
  if (month < 1 || month > 12) return undefined
  const isOpen = dd === '00' && allowsDayZero
  const day = isOpen ? String(lastDayOfMonth(year, month)) : dd
  const written = `${year}${mm}${day}`
  return isDay(written) ? written : undefined
}

function fullYear(yy: number, currentYear: number): number {
  const century = currentYear - (currentYear % 100)
  const yearsAhead = yy - (currentYear % 100)
  if (yearsAhead >= 51) return century - 100 + yy
  return yearsAhead <= -50 ? century + 100 + yy : century + yy
}
