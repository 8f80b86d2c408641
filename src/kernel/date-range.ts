import { addDays, addMonths, isDay } from './calendar.ts'
import { codedMessage, type CodedMessage } from './coded-message.ts'
import { padDate } from './date-box.ts'
import type { SpanLimit } from './field.ts'
import { label, type Label } from './label.ts'
import { messages } from './messages.ts'

const unitNames: Readonly<Record<SpanLimit['unit'], Label>> = {
  days: label('일', 'day'),
  months: label('개월', 'month'),
  years: label('년', 'year'),
}

/** Last date within the limit. The same date `count` months or years later is still within it. */
function lastDay(start: string, { count, unit }: SpanLimit): string {
  if (unit === 'days') return addDays(start, count)
  return addMonths(start, unit === 'years' ? count * 12 : count)
}

function tooLongMessage({ count, unit }: SpanLimit): CodedMessage {
  const { ko, en } = unitNames[unit]
  const number = label(String(count), String(count))
  const name = label(ko, count === 1 ? en : `${en}s`)
  return codedMessage('MSG000023', messages.MSG000023, number, name)
}

/**
 * Validates a date range (spec §5). The start must not be after the end (MSG000022), and the span
 * must not exceed a number of months, days or years (MSG000023 with that number). Accepts stored
 * months, dates and timestamps. Other rules check open ends and invalid dates.
 */
export function dateRangeError(
  start: string | null,
  end: string | null,
  limit?: SpanLimit,
): CodedMessage | undefined {
  const [from, to] = [padDate(start ?? ''), padDate(end ?? '')]
  if (!isDay(from.slice(0, 8)) || !isDay(to.slice(0, 8))) return undefined
  // Only the date of a timestamp is compared with a date.
  const length = Math.min(from.length, to.length)
  if (from.slice(0, length) > to.slice(0, length))
    return codedMessage('MSG000022', messages.MSG000022)
  if (!limit) return undefined
  const last = lastDay(from.slice(0, 8), limit)
  // The calendar ends with the year 9999; a limit beyond it does not apply.
  const isOver = last.length === 8 && to.slice(0, length) > last + from.slice(8, length)
  return isOver ? tooLongMessage(limit) : undefined
}
