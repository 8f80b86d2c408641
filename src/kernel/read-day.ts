import { isDay, isLikelyYear, isTimestamp, maxYear, minYear } from './calendar.ts'
import { padToLastDay, type DateLength } from './date-box.ts'
import { formatDate } from './date-format.ts'
import { toOtherKeyboardLayout } from './hangul-layout.ts'
import { josa } from './josa.ts'
import { label, type Label } from './label.ts'
import { relativeDay } from './relative-day.ts'
import { readClock, readWrittenTimestamp } from './written-timestamp.ts'

interface DaySpan {
  readonly first: string
  readonly last: string
  /**
   * The text means several dates, as 지난주 does. A month without a day means its first day (spec §5).
   */
  readonly isSpan: boolean
}

/** Unreadable, incomplete digits, a date that does not exist, or an implausible year. */
type DayErrorKind = 'unread' | 'short' | 'none' | 'year'

export interface DayError {
  readonly error: DayErrorKind
  readonly why: Label
}

type DayReading = DaySpan | DayError

const datePatterns = {
  month: /^(\d{4})(?:[-./]\s?|년\s*)(\d{1,2})[.월]?$/,
  day: /^(\d{4})(?:[-./]\s?|년\s*)(\d{1,2})(?:[-./]\s?|월\s*)(\d{1,2})[.일]?$/,
  year: /^(\d{4})년$/,
  dayOfYear: /^(\d{1,2})[-./](\d{1,2})$/,
}
const timeOfDay = /^(\d{1,2})(?::|시\s*)(?:(\d{1,2})(?::(\d{2})|분)?)?$/

/**
 * Parses a date as users write it: 20270315, 2027-3-15, 2027-03 and 2027 (their first day, spec
 * §5); 1123, 11-23 and 11/23 of this year; 오늘, 어제, -7d, 지난달 on either keyboard layout. A timestamp
 * can include a time; a time without a date is today's. `now` is today, `yyyyMMdd`.
 */
export function readDay(typed: string, length: DateLength, now: string): DayReading {
  const text = typed.normalize('NFKC').trim()
  const full = length === 6 ? undefined : readFullTimestamp(text, length)
  if (full !== undefined) return full
  const [, day = '', time] = splitTime(text, length, now)
  const found = parseDays(day, length, now)
  if ('error' in found || time === undefined) return found
  const clock = parseClock(time)
  const timestamp = found.first + (clock ?? '')
  if (found.isSpan || clock === undefined) return unreadableError(text)
  if (!isTimestamp(timestamp)) return noSuchDateError(timestamp)
  return { first: timestamp, last: timestamp, isSpan: false }
}

/** Parses a complete date with any time or weekday. A date field drops the time. */
function readFullTimestamp(text: string, length: 8 | 14): DayReading | undefined {
  const { day = '', time, local } = readWrittenTimestamp(text) ?? {}
  if (!isDay(day) || time === null) return undefined
  if (!isLikelyYear(day)) return yearError(day)
  const isDate = length === 8 || time === undefined
  if (isDate && local !== undefined && local.slice(0, 8) !== day) return unreadableError(text)
  const first = isDate ? day : (local ?? day + time)
  return { first, last: first, isSpan: false }
}

function splitTime(text: string, length: DateLength, now: string): readonly (string | undefined)[] {
  if (length !== 14) return [text, text]
  if (timeOfDay.test(text) || readClock(text) !== undefined) return [text, now, text]
  const parts = /^(.*?\S)[\sT]+((?:(?:오전|오후|[AP]M)\s*)?\d{1,2}(?:[:시]|\s*[AP]M).*)$/i.exec(
    text,
  )
  if (parts) return parts
  const digits = text.replaceAll(/[-./:\sT]/g, '')
  return /^\d{4}/.test(text) && /^\d{9,}$/.test(digits)
    ? [text, digits.slice(0, 8), digits.slice(8)]
    : [text, text]
}

/** Converts `9:30`, 9시 30분 or 0930 to six digits. The calendar check rejects invalid hours. */
function parseClock(time: string): string | undefined {
  if (/^\d+$/.test(time)) {
    return time.length <= 6 && time.length % 2 === 0 ? time.padEnd(6, '0') : undefined
  }
  const full = readClock(time)
  if (full !== undefined) return full
  const found = timeOfDay.exec(time)
  const parts = found?.slice(1, 4).map((part: string | undefined) => (part ?? '').padStart(2, '0'))
  return parts?.join('')
}

function parseDays(text: string, length: DateLength, now: string): DayReading {
  const full =
    datePatterns.day.exec(text) ?? datePatterns.month.exec(text) ?? datePatterns.year.exec(text)
  if (full)
    return fromDigits(
      full
        .slice(1)
        .map((part) => part.padStart(2, '0'))
        .join(''),
      length,
    )
  const named = findNamedDay(text, now)
  if (named !== undefined) return toDaySpan(named)
  const digits = text.replaceAll(/[-./\s]/g, '')
  if (!/^\d+$/.test(digits) || !/^\d[-./\s\d]*$/.test(text)) return unreadableError(text)
  const ofYear = length === 6 ? undefined : dayOfYear(text, digits, now)
  if (ofYear) return ofYear
  // 20-12-11 is a day of 2020 or 2011, not November 2012.
  const isYearFirst = text === digits || /^\d{4}(?!\d)/.test(text)
  return isYearFirst ? fromDigits(digits, length) : unreadableError(text)
}

function findNamedDay(text: string, now: string): string | undefined {
  const word = text.replaceAll(/\s/g, '')
  return relativeDay(word, now) ?? relativeDay(toOtherKeyboardLayout(word), now)
}

/** A month and day without a year: four digits that are not a year, or two numbers. */
function dayOfYear(text: string, digits: string, now: string): DayReading | undefined {
  const parts = datePatterns.dayOfYear.exec(text)
  const isBare = digits.length === 4 && !isLikelyYear(digits)
  if (!parts && !isBare) return undefined
  const [month = '', day = ''] = parts ? parts.slice(1) : [digits.slice(0, 2), digits.slice(2)]
  const found = now.slice(0, 4) + month.padStart(2, '0') + day.padStart(2, '0')
  if (isDay(found)) return { first: found, last: found, isSpan: false }
  return isBare && Number(month) > 12 ? yearError(digits) : noSuchDateError(found)
}

function toDaySpan(days: string): DayReading {
  const [first = '', last = first] = days.split('~')
  const unlikely = [first, last].find((day) => !isDay(day) || !isLikelyYear(day))
  if (unlikely !== undefined) return yearError(unlikely.replace(/^\D/, ''))
  return { first, last, isSpan: days.includes('~') }
}

function fromDigits(digits: string, length: DateLength): DayReading {
  if (digits.length < 4 || digits.length % 2 === 1) {
    return { ...unreadableError(digits), error: 'short' }
  }
  if (digits.length > 8) return unreadableError(digits)
  const first = digits.padEnd(8, '01')
  if (!isLikelyYear(first)) return yearError(first)
  if (!isDay(first)) return noSuchDateError(length === 6 ? first.slice(0, 6) : first)
  return { first, last: padToLastDay(digits), isSpan: false }
}

function unreadableError(text: string): DayError {
  const why = label(
    `'${text}'${josa(text, '은/는')} 올바른 날짜가 아닙니다(예: 2027-03-15, 3/15, 오늘, -7d).`,
    `'${text}' is not a valid date (for example 2027-03-15, 3/15, today, -7d).`,
  )
  return { error: 'unread', why }
}

function noSuchDateError(digits: string): DayError {
  const shown = formatDate(digits)
  return {
    error: 'none',
    why: label(
      `${shown}${josa(shown, '은/는')} 올바른 날짜가 아닙니다.`,
      `${shown} is not a valid date.`,
    ),
  }
}

export function implausibleYearText(digits: string): Label {
  const year = digits.slice(0, 4)
  return label(
    `${year}년은 입력할 수 없습니다. 연도를 ${minYear}~${maxYear}년으로 입력하세요.`,
    `The year ${year} cannot be entered. Enter a year from ${minYear} to ${maxYear}.`,
  )
}

/** A year and month that Excel could have shortened: it keeps 2026.10 as the number 2026.1. */
export function isShortenedMonth(text: string): boolean {
  return /^\d{4}\.1$/.test(text.trim())
}

export function shortenedMonthText(text: string): Label {
  const year = text.trim().slice(0, 4)
  return label(
    `${text.trim()}은 1월일 수도 10월일 수도 있습니다. ${year}-01 또는 ${year}-10으로 입력하세요.`,
    `${text.trim()} can be January or October. Enter ${year}-01 or ${year}-10.`,
  )
}

function yearError(digits: string): DayError {
  return { error: 'year', why: implausibleYearText(digits) }
}
