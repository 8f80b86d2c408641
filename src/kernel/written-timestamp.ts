import { timestampAt, weekday } from './calendar.ts'

/** The year is always first, to avoid guessing between day and month. */
const datePattern =
  /^(\d{4})(?:([-/.])\s?(\d{1,2})\2\s?(\d{1,2})\.?|[년年]\s*(\d{1,2})[월月]\s*(\d{1,2})[일日]|(\d\d)(\d\d)(?=\D|$|\d{6}$))/
const weekdays =
  /^[,\s]*\(?(월|화|수|목|금|토|일|Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:요일|[a-z]*day)?\)?(?=[,\s]|$)/i
const weekdayNames = '월화수목금토일'
const englishNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const meridiem = '오전|오후|[AP]\\.?M\\.?'
const clockPattern = new RegExp(
  `^(?:(${meridiem})\\s*)?(\\d{1,2})` +
    '(?::(\\d{2})(?::(\\d{2})(?:\\.\\d+)?)?|시(?:\\s*(\\d{1,2})분(?:\\s*(\\d{1,2})초)?)?)?' +
    `(?:\\s*(${meridiem}))?$`,
  'i',
)
const zonePattern = /\s?(?:(Z)|([+-])(\d{2}):?(\d{2}))$/

/** Parses a time of day to `HHmmss`: `9:30`, 오후 3:30:00, `12:00 AM`, 9시 30분. */
export function readClock(text: string): string | undefined {
  const found = clockPattern.exec(text)
  if (!found) return undefined
  const [, before, hour = '', minutes, seconds, koMinutes, koSeconds, after] = found
  const half = before ?? after
  const isBare = minutes === undefined && !text.includes('시')
  if ((before && after) || (isBare && half === undefined)) return undefined
  const hours = to24Hour(Number(hour), half)
  const parts = [hours, minutes ?? koMinutes ?? 0, seconds ?? koSeconds ?? 0]
  const time = parts.map((part) => String(part).padStart(2, '0')).join('')
  return /^(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(time) ? time : undefined
}

/** Hour of the day, or NaN if AM or PM contradicts it. `오후 15:30` is 15:30. */
function to24Hour(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  if (!/^(?:오후|p)/i.test(half)) return hour > 12 ? Number.NaN : hour % 12
  return hour < 12 ? hour + 12 : hour
}

export interface WrittenTimestamp {
  /** `yyyyMMdd` as written. It need not exist in the calendar. */
  readonly day: string
  /** `HHmmss`; undefined without a time, null if the rest of the text is unreadable. */
  readonly time: string | undefined | null
  /** `yyyyMMddHHmmss` in warehouse time if the text contains a time zone. */
  readonly local?: string
}

/**
 * Parses a complete date and an optional weekday and time: `2026-01-31 오후 3:30`, `2026. 1. 31.
 * (토)`, `20260131`, `2026-01-31T00:00:00Z`. Undefined for any other text. A wrong weekday makes the
 * time null.
 */
export function readWrittenTimestamp(text: string): WrittenTimestamp | undefined {
  const found = datePattern.exec(text)
  if (!found) return undefined
  const year = found[1] ?? ''
  const month = found[3] ?? found[5] ?? found[7] ?? ''
  const date = found[4] ?? found[6] ?? found[8] ?? ''
  const digits = year + month.padStart(2, '0') + date.padStart(2, '0')
  let rest = text.slice(found[0].length)
  const named = weekdays.exec(rest)
  if (named) {
    rest = rest.slice(named[0].length)
    if (weekdayNumber(named[1] ?? '') !== weekday(digits)) return { day: digits, time: null }
  }
  if (rest.trim() === '') return { day: digits, time: undefined }
  if (/^\d{6}$/.test(rest)) return { day: digits, time: compactClock(rest) }
  if (!/^[,\sT]/.test(rest)) return undefined
  return applyZone(digits, rest.replace(/^[,\sT]+/, ''))
}

function weekdayNumber(name: string): number {
  const index = weekdayNames.indexOf(name)
  return 1 + (index < 0 ? englishNames.indexOf(name.toLowerCase()) : index)
}

function compactClock(digits: string): string | null {
  return readClock(digits.replace(/(..)(..)(..)/, '$1:$2:$3')) ?? null
}

function applyZone(digits: string, written: string): WrittenTimestamp {
  const offset = zonePattern.exec(written)
  const time = readClock(written.slice(0, offset?.index)) ?? null
  if (!offset || time === null) return { day: digits, time }
  const [, , sign, hours = '0', minutes = '0'] = offset
  const shift = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  const [, ...parts] = /^(....)(..)(..)(..)(..)(..)$/.exec(digits + time) ?? []
  const [y = 0, m = 1, d = 1, h = 0, min = 0, s = 0] = parts.map(Number)
  return { day: digits, time, local: timestampAt(Date.UTC(y, m - 1, d, h, min - shift, s)) }
}
