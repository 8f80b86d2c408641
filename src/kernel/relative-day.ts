import { addDays, addMonths, lastDayOfMonth, startOfWeek } from './calendar.ts'
import { toOtherKeyboardLayout } from './hangul-layout.ts'

const namedDays: Readonly<Record<string, number>> = {
  그제: -2,
  어제: -1,
  오늘: 0,
  내일: 1,
  모레: 2,
  yesterday: -1,
  today: 0,
  tomorrow: 1,
}
const months: Readonly<Record<string, number>> = { 지난달: -1, 이번달: 0, 다음달: 1 }
const years: Readonly<Record<string, number>> = { 작년: -1, 올해: 0, 내년: 1 }

const weeks: Readonly<Record<string, number>> = { 지난주: -1, 이번주: 0, 다음주: 1 }

/**
 * Date `yyyyMMdd` or date range `yyyyMMdd~yyyyMMdd` of a relative expression: 오늘, 오늘-7, -7d, +2w,
 * -1m, 지난달, 올해; 3일, 11월, 11월3일, 11/3 of this month or year; 3일전, 2주후; 3일간 up to today. Undefined
 * for any other text. `now` is today, `yyyyMMdd`.
 */
export function relativeDay(text: string, now: string): string | undefined {
  const word = text.toLowerCase()
  const step = /^([+-]\d{1,4})([dwmy일주]|개월|년)$/.exec(word)
  if (step) return addUnits(now, Number(step[1]), step[2] ?? 'd')
  const relativeWords = /^(\d{1,3})(일|주|주일|개월|달|년)(전|후|뒤|간|동안)$/.exec(word)
  if (relativeWords)
    return relativeSpan(
      now,
      Number(relativeWords[1]),
      relativeWords[2] ?? '',
      relativeWords[3] ?? '',
    )
  const written = readDayOfYear(word)
  if (written) return dayOfYear(now, written[1], written[2])
  const [, name = '', days = '0'] = /^([가-힣a-z]+)([+-]\d{1,4})?$/.exec(word) ?? []
  if (Object.hasOwn(namedDays, name)) return addDays(now, (namedDays[name] ?? 0) + Number(days))
  if (days !== '0') return undefined
  const year = Number(now.slice(0, 4))
  if (Object.hasOwn(years, name)) {
    const wanted = String(year + (years[name] ?? 0))
    return `${wanted}0101~${wanted}1231`
  }
  if (Object.hasOwn(weeks, name)) {
    const monday = addDays(startOfWeek(now), 7 * (weeks[name] ?? 0))
    return `${monday}~${addDays(monday, 6)}`
  }
  if (!Object.hasOwn(months, name)) return undefined
  return monthSpan(addMonths(`${now.slice(0, 6)}01`, months[name] ?? 0))
}

function readDayOfYear(word: string): RegExpExecArray | null {
  return /[일월/]/.test(word) ? /^(?:(\d{1,2})[월/])?(?:(\d{1,2})일?)?$/.exec(word) : null
}

/**
 * Whether the dates of a condition such as `지난달~오늘` or `< +30d` change from day to day. Those of
 * 11월3일 do not: it refers to the year in which it was typed.
 */
export function movesWithToday(condition: string): boolean {
  const parts = condition.normalize('NFKC').split(/[<>=!~,]/)
  const words = parts.flatMap((part) => [part.replaceAll(/\s/g, ''), ...part.split(/\s+/)])
  return words
    .flatMap((word) => [word, toOtherKeyboardLayout(word)])
    .some((word) => !readDayOfYear(word) && relativeDay(word, '20260101') !== undefined)
}

function monthSpan(first: string): string {
  const last = lastDayOfMonth(Number(first.slice(0, 4)), Number(first.slice(4, 6)))
  return `${first}~${first.slice(0, 6)}${last}`
}

/** 3일전 and 2주후 are single dates. 3일간 ends today and includes today as one of the three. */
function relativeSpan(now: string, count: number, unit: string, way: string): string | undefined {
  const units: Readonly<Record<string, string>> = { 주일: '주', 달: '개월' }
  const sign = way === '후' || way === '뒤' ? 1 : -1
  const day = addUnits(now, sign * count, units[unit] ?? unit)
  if (way !== '간' && way !== '동안') return day
  return count === 0 ? undefined : `${addDays(day, 1)}~${now}`
}

function dayOfYear(now: string, month: string | undefined, day: string | undefined) {
  const first = `${now.slice(0, 4)}${month?.padStart(2, '0') ?? now.slice(4, 6)}01`
  const number = Number(first.slice(4, 6))
  if (number < 1 || number > 12) return undefined
  if (day === undefined) return monthSpan(first)
  const last = Number(lastDayOfMonth(Number(first.slice(0, 4)), number))
  const isDay = Number(day) >= 1 && Number(day) <= last
  return isDay ? first.slice(0, 6) + day.padStart(2, '0') : undefined
}

function addUnits(now: string, count: number, unit: string): string {
  if (unit === 'm' || unit === '개월') return addMonths(now, count)
  if (unit === 'y' || unit === '년') return addMonths(now, count * 12)
  return addDays(now, unit === 'w' || unit === '주' ? count * 7 : count)
}
