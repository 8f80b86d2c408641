import { addDays, addMonths, lastDayOfMonth } from '#kernel/calendar.ts'

/** Days people say by how far they are from today. */
const named: Readonly<Record<string, number>> = {
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

/**
 * The day `yyyyMMdd`, or the days `yyyyMMdd~yyyyMMdd` of a month or a year, that a word means:
 * 오늘, 오늘-7, -7d, +2w, -1m, 지난달, 올해. Undefined for any other text. `now` is today, `yyyyMMdd`.
 */
export function relativeDay(text: string, now: string): string | undefined {
  const word = text.toLowerCase()
  const step = /^([+-]\d{1,4})([dwmy일주]|개월|년)$/.exec(word)
  if (step) return stepped(now, Number(step[1]), step[2] ?? 'd')
  const [, name = '', days = '0'] = /^([가-힣a-z]+)([+-]\d{1,4})?$/.exec(word) ?? []
  if (Object.hasOwn(named, name)) return addDays(now, (named[name] ?? 0) + Number(days))
  if (days !== '0') return undefined
  const year = Number(now.slice(0, 4))
  if (Object.hasOwn(years, name)) {
    const wanted = String(year + (years[name] ?? 0))
    return `${wanted}0101~${wanted}1231`
  }
  if (!Object.hasOwn(months, name)) return undefined
  const first = addMonths(`${now.slice(0, 6)}01`, months[name] ?? 0)
  const last = lastDayOfMonth(Number(first.slice(0, 4)), Number(first.slice(4, 6)))
  return `${first}~${first.slice(0, 6)}${last}`
}

function stepped(now: string, count: number, unit: string): string {
  if (unit === 'm' || unit === '개월') return addMonths(now, count)
  if (unit === 'y' || unit === '년') return addMonths(now, count * 12)
  return addDays(now, unit === 'w' || unit === '주' ? count * 7 : count)
}
