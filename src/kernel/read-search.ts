import { getDateLength } from './date-box.ts'
import { dateRangeError } from './date-range.ts'
import type { Field, Value } from './field.ts'
import { label, type Label } from './label.ts'
import { readDay } from './read-day.ts'
import { toSearchText } from './search-value.ts'

type SearchReading = { readonly value: Value } | { readonly error: Label }

interface SearchReader {
  readonly now: string
  readonly text: (field: Field, text: string) => SearchReading
}

/** Parsed search text: `<20270101`, `A~B`, or a plain value. */
type SearchParts =
  | { readonly form: 'compare'; readonly operator: string; readonly operand: string }
  | { readonly form: 'range'; readonly from: string; readonly to: string }
  | { readonly form: 'list'; readonly operands: readonly string[] }
  | { readonly form: 'pattern'; readonly text: string }
  | { readonly form: 'plain'; readonly text: string }

const singleDateOnly = label('하루만 입력하세요.', 'Enter one day only.')
const rangeReversed = label('시작 값이 종료 값보다 큽니다.', 'The start is greater than the end.')

/** Splits like `parseSearch`, which the server uses. */
export function splitSearch(field: Field, typed: string): SearchParts {
  const text = toSearchText(field, typed).trim()
  const compare = /^(<=|>=|<>|!=|!|<|>|=)\s*(.*)$/s.exec(text)
  if (compare) return { form: 'compare', operator: compare[1] ?? '', operand: compare[2] ?? '' }
  const range = /^([^~]*)~([^~]*)$/s.exec(text)
  if (range) return { form: 'range', from: (range[1] ?? '').trim(), to: (range[2] ?? '').trim() }
  // In a number, a comma separates thousands, not values.
  if (text.includes(',') && field.kind !== 'number') {
    return {
      form: 'list',
      operands: text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    }
  }
  return text.includes('%') ? { form: 'pattern', text } : { form: 'plain', text }
}

function isDateField(field: Field): boolean {
  return getDateLength(field) !== undefined
}

/** Removes length and pattern limits, because a search can be for part of a value. */
function withoutTextLimits(field: Field): Field {
  return { ...field, maxLength: Number.MAX_SAFE_INTEGER, minLength: 0, pattern: undefined }
}

interface Operand {
  readonly first: string
  readonly last: string
  readonly isSpan?: boolean
}

/**
 * Parses a part of a search. An unreadable date is rejected, because dropping the condition would
 * return all rows. A date without a time stays a date, also in timestamp fields.
 */
function parseOperand(
  field: Field,
  text: string,
  by: SearchReader,
): Operand | { readonly error: Label } {
  if (text === '') return { first: '', last: '' }
  const length = getDateLength(field)
  if (length !== undefined) {
    const read = readDay(text, length, by.now)
    if ('error' in read) return { error: read.why }
    const [first, last] =
      length === 6 ? [read.first.slice(0, 6), read.last.slice(0, 6)] : [read.first, read.last]
    return { first, last, isSpan: read.isSpan && first !== last }
  }
  const reading = by.text(withoutTextLimits(field), text)
  if ('error' in reading) return reading
  const value = reading.value === null ? '' : String(reading.value)
  return { first: value, last: value }
}

function rangeError(field: Field, start: string, end: string): Label | undefined {
  if (isDateField(field)) return dateRangeError(start, end, field.maxSpan)
  const isLate = field.kind === 'number' ? Number(start) > Number(end) : start > end
  return isLate ? rangeReversed : undefined
}

function readRange(field: Field, from: string, to: string, by: SearchReader): SearchReading {
  const [begin, stop] = [parseOperand(field, from, by), parseOperand(field, to, by)]
  if ('error' in begin) return begin
  if ('error' in stop) return stop
  return rangeReading(field, begin.first, stop.last)
}

function rangeReading(field: Field, first: string, last: string): SearchReading {
  if (first === '' && last === '') return { value: null }
  if (first === '') return { value: `<=${last}` }
  if (last === '') return { value: `>=${first}` }
  const [start, end] = padToSameLength(first, last)
  const late = rangeError(field, start, end)
  return late ? { error: late } : { value: `${start}~${end}` }
}

/** Extends a date to the start or end of its day if the other end of the range is a timestamp. */
function padToSameLength(first: string, last: string): readonly [string, string] {
  if (/^\d{8}$/.test(first) && /^\d{14}$/.test(last)) return [`${first}000000`, last]
  return /^\d{14}$/.test(first) && /^\d{8}$/.test(last) ? [first, `${last}235959`] : [first, last]
}

/** `> 2027-03` starts after the month, `<= 2027-03` ends with it. */
function readComparison(
  field: Field,
  operator: string,
  text: string,
  by: SearchReader,
): SearchReading {
  const operand = parseOperand(field, text, by)
  if ('error' in operand) return operand
  const { first, last, isSpan } = operand
  if (isSpan === true && operator === '=') return rangeReading(field, first, last)
  if (isSpan === true && !/[<>]$|^<=|^>=/.test(operator)) return { error: singleDateOnly }
  const value = operator === '>' || operator === '<=' ? last : first
  return { value: value === '' ? null : operator + value }
}

function readList(field: Field, texts: readonly string[], by: SearchReader): SearchReading {
  const operands = texts.map((text) => parseOperand(field, text, by))
  const values: string[] = []
  for (const operand of operands) {
    if ('error' in operand) return operand
    if (operand.isSpan === true) return { error: singleDateOnly }
    values.push(operand.first)
  }
  return { value: values.filter(Boolean).join(',') }
}

function readPlainValue(field: Field, text: string, by: SearchReader): SearchReading {
  if (!isDateField(field)) return by.text(withoutTextLimits(field), text)
  const operand = parseOperand(field, text, by)
  if ('error' in operand) return operand
  const { first, last, isSpan } = operand
  return isSpan === true ? rangeReading(field, first, last) : { value: first === '' ? null : first }
}

/**
 * Parses the text of a search field. A text with a leading operator, a range `A~B` or a pattern
 * with `%` remains a text with its values normalized. Any other text becomes a value.
 */
export function readSearchBy(field: Field, typed: string, by: SearchReader): SearchReading {
  const parts = splitSearch(field, typed)
  switch (parts.form) {
    case 'compare':
      return readComparison(field, parts.operator, parts.operand, by)
    case 'range':
      return readRange(field, parts.from, parts.to, by)
    case 'list':
      return readList(field, parts.operands, by)
    case 'pattern':
      return { value: field.upperCase ? parts.text.toUpperCase() : parts.text }
    case 'plain':
      return readPlainValue(field, parts.text, by)
  }
}
