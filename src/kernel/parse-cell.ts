import { shorten } from './cut-text.ts'
import { byteLength } from './byte-length.ts'
import { isDay, isLikelyYear } from './calendar.ts'
import { stripSeparators } from './strip-separators.ts'
import { excelDamage, excelError, isFormula, lostDigitsDamage } from './excel-text.ts'
import { readFlag } from './flag-text.ts'
import type { Label } from './label.ts'
import { readDecimal } from './read-decimal.ts'
import { implausibleYearText } from './read-day.ts'
import { stripTextMarks, tidyText, toHalfWidth, unwrapFormula } from './tidy-text.ts'
import { readWrittenTimestamp, type WrittenTimestamp } from './written-timestamp.ts'

/** Number cell whose format shows a different text: 123 as `00123`. */
interface FormattedNumber {
  readonly number: number
  readonly text: string
}

/**
 * Date cell, `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss`. `text` is what its format shows unless that is
 * a complete date with separators.
 */
interface DateCell {
  readonly date: string
  readonly text?: string
}

export type SpreadsheetCell = string | number | boolean | null | FormattedNumber | DateCell

export type CellErrorCode =
  | 'excel-error'
  | 'too-long'
  | 'digits-only'
  | 'wrong-shape'
  | 'lost-digits'
  | 'not-a-number'
  | 'shown-otherwise'
  | 'too-many-digits'
  | 'too-many-decimals'
  | 'not-an-integer'
  | 'too-small'
  | 'too-big'
  | 'not-a-date'
  | 'no-such-date'
  | 'not-a-date-time'
  | 'not-a-flag'

interface CellError extends Label {
  readonly code: CellErrorCode
}

export type CellResult<Parsed extends string | number> =
  | { readonly value: Parsed | null }
  | { readonly error: CellError }

function cellError(code: CellErrorCode, ko: string, en: string): { readonly error: CellError } {
  return { error: { code, ko, en } }
}

/**
 * Formats a number cell as Excel does: 15 digits, no exponent, no rounding noise such as 0.1 + 0.2
 * − 0.3.
 */
function numberToText(value: number): string {
  const rounded = Number(value.toPrecision(15))
  if (Math.abs(rounded) < 1e-15) return '0'
  const plain = String(rounded)
  return plain.includes('e') ? rounded.toFixed(20).replace(/0+$/, '') : plain
}

/**
 * Upper limit of the integers a number cell stores exactly. Excel replaces further digits with
 * zeros.
 */
const maxExact = 1e15

function asNumber(cell: SpreadsheetCell): number | undefined {
  if (typeof cell === 'number') return cell
  return typeof cell === 'object' && cell !== null && 'number' in cell ? cell.number : undefined
}

/** Value of a cell for a date or number field. */
function cellToText(cell: SpreadsheetCell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return tidyText(unwrapFormula(tidyText(cell)))
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  const number = asNumber(cell)
  if (number !== undefined)
    return Math.abs(number) < maxExact ? numberToText(number) : String(number)
  return typeof cell === 'object' && 'date' in cell ? tidyText(cell.date.replace('T', ' ')) : ''
}

/** Text of a cell as Excel shows it. */
function displayedText(cell: SpreadsheetCell): string {
  const shown = typeof cell === 'object' ? cell?.text : undefined
  return shown === undefined ? cellToText(cell) : tidyText(shown)
}

function excelDamageError(text: string): { readonly error: CellError } | undefined {
  const error = isFormula(text) ? excelError(text) : excelDamage(text)
  return error && { error }
}

export interface TextOptions {
  /** Maximum length in characters (code points, as in PostgreSQL). */
  readonly maxLength?: number
  readonly wide?: 'single' | 'double'
  /** For codes: upper case, full-width letters converted to ASCII. */
  readonly upperCase?: boolean
  /** Digits only. Removes spaces and hyphens between them and rejects other characters. */
  readonly digitsOnly?: boolean
  readonly closedUp?: boolean
}

/**
 * Parses a text field. Number cells become their digits. Rejects numbers of 16 digits and more,
 * because Excel has already replaced their last digits with zeros (a barcode typed as a number).
 */
export function parseText(cell: SpreadsheetCell, options: TextOptions = {}): CellResult<string> {
  if (!(Math.abs(asNumber(cell) ?? 0) < maxExact)) return { error: lostDigitsDamage }
  let text = displayedText(cell)
  if (text === '') return { value: null }
  if (options.upperCase === true || options.digitsOnly === true) {
    text = stripTextMarks(toHalfWidth(text).trim())
  }
  const damaged = excelDamageError(text)
  if (damaged) return damaged
  if (options.upperCase === true) text = text.toUpperCase()
  if (options.closedUp === true) text = stripSeparators(text)
  if (options.digitsOnly === true) {
    const digits = stripSeparators(text)
    if (!/^\d+$/.test(digits)) {
      return cellError(
        'digits-only',
        `숫자만 입력할 수 있습니다: ${shorten(text)}`,
        `Digits only: ${shorten(text)}`,
      )
    }
    text = digits
  }
  const length = byteLength(text, options.wide)
  if (options.maxLength !== undefined && length > options.maxLength) {
    const { maxLength, wide } = options
    const [ko, en] = wide === 'double' ? ['바이트', 'bytes'] : ['자', 'characters']
    return cellError(
      'too-long',
      `${maxLength}${ko}까지 입력할 수 있습니다(현재 ${length}${ko}).`,
      `At most ${maxLength} ${en} (this has ${length}).`,
    )
  }
  return { value: text }
}

export interface NumberOptions {
  /** Maximum number of decimals. A longer number is rejected, never rounded. */
  readonly scale?: number
  readonly min?: number
  readonly max?: number
  readonly integer?: boolean
  readonly zeroToEmpty?: boolean
}

/**
 * Parses a number field exactly: at most 15 significant digits, which a double preserves. Accepts
 * `1,234.5`, `₩1,000` and `(1,000)`; rejects `1e3`, `1.234,5`, `12개`, percentages, which Excel
 * stores divided by 100, and number cells that show a different number.
 */
export function parseNumber(
  cell: SpreadsheetCell,
  options: NumberOptions = {},
): CellResult<number> {
  const shown = displayedText(cell)
  if (shown.includes('%')) return notANumberError(shown)
  const text = cellToText(cell)
  if (text === '') return { value: null }
  const damaged = excelDamage(text)
  if (damaged?.code === 'excel-error') return { error: damaged }
  const isNumber = typeof cell === 'string' || asNumber(cell) !== undefined
  const found = isNumber
    ? readDecimal(typeof cell === 'string' ? stripTextMarks(unwrapFormula(cell)) : text)
    : undefined
  if (found === undefined) {
    // A number cell written with an exponent has more than 15 digits. Text with an exponent is not
    // a number.
    return Number.isFinite(asNumber(cell)) ? tooManyDigitsError(text) : notANumberError(text)
  }
  if (found.significant > 15) return tooManyDigitsError(text)
  const value = Number(found.text)
  if (isDisplayedDifferently(cell, value)) return displayMismatchError(shown, text)
  if (value === 0 && options.zeroToEmpty === true) return { value: null }
  return checkNumber(value, found.decimals, options)
}

/** Marks of a negative number in a format: `-5`, `(5)`, `△5`. */
const negativeMark = /[-−–(△▲]/

/**
 * Whether a number cell shows a different number than its rounded value: thousands of `#,##0,`, or
 * a negative number in red without its minus, also with a unit.
 */
function isDisplayedDifferently(cell: SpreadsheetCell, value: number): boolean {
  if (asNumber(cell) === undefined) return false
  const text = displayedText(cell)
  const shown = readDecimal(text)
  if (shown === undefined) return value < 0 && /\d/.test(text) && !negativeMark.test(text)
  const rounding = 0.5 * 10 ** -shown.shownDecimals + Math.abs(value) * 1e-12
  return Math.abs(Number(shown.text) - value) > rounding
}

function displayMismatchError(shown: string, text: string): { readonly error: CellError } {
  return cellError(
    'shown-otherwise',
    `셀에 표시된 값(${shorten(shown)})과 저장된 값(${text})이 다릅니다. 표시 형식을 일반으로 변경하고 확인하세요.`,
    `The cell shows ${shorten(shown)} but holds ${text}. Set its format to General and check it.`,
  )
}

function notANumberError(text: string): { readonly error: CellError } {
  return cellError(
    'not-a-number',
    `숫자가 아닙니다: ${shorten(text)}`,
    `Not a number: ${shorten(text)}`,
  )
}

function tooManyDigitsError(text: string): { readonly error: CellError } {
  return cellError(
    'too-many-digits',
    `숫자는 15자리까지 입력할 수 있습니다: ${shorten(text)}`,
    `At most 15 digits: ${shorten(text)}`,
  )
}

function checkNumber(value: number, decimals: number, options: NumberOptions): CellResult<number> {
  const { min, max } = options
  const scale = options.integer === true ? 0 : options.scale
  if (scale === 0 && decimals > 0) {
    return cellError('not-an-integer', '정수만 입력할 수 있습니다.', 'Whole numbers only.')
  }
  if (scale !== undefined && decimals > scale) {
    return cellError(
      'too-many-decimals',
      `소수점 아래 ${scale}자리까지 입력할 수 있습니다.`,
      `At most ${scale} decimals.`,
    )
  }
  if (min !== undefined && value < min) {
    return cellError('too-small', `${min} 이상이어야 합니다.`, `Must be at least ${min}.`)
  }
  if (max !== undefined && value > max) {
    return cellError('too-big', `${max} 이하여야 합니다.`, `Must be at most ${max}.`)
  }
  return { value }
}

function findTimestamp(
  cell: SpreadsheetCell,
):
  | { readonly error: CellError }
  | { readonly moment: WrittenTimestamp | null; readonly text: string } {
  const number = asNumber(cell)
  const texts = [...(number === undefined ? [] : [displayedText(cell)]), cellToText(cell)].map(
    (text) => stripTextMarks(toHalfWidth(text).trim()),
  )
  const text = texts.at(-1) ?? ''
  if (text === '') return { moment: null, text }
  const damaged = excelDamage(text)
  if (damaged?.code === 'excel-error') return { error: damaged }
  const [timestamp] =
    typeof cell === 'boolean'
      ? []
      : texts.flatMap((candidate) => readWrittenTimestamp(candidate) ?? [])
  if (timestamp === undefined) return notADateError(text)
  if (!isDay(timestamp.day)) {
    return cellError(
      'no-such-date',
      `달력에 없는 날짜입니다: ${shorten(text)}`,
      `Not a valid date: ${shorten(text)}`,
    )
  }
  if (!isLikelyYear(timestamp.day)) {
    const why = implausibleYearText(timestamp.day)
    return cellError('no-such-date', `${why.ko}.`, `${why.en}.`)
  }
  return { moment: timestamp, text }
}

function notADateError(text: string): { readonly error: CellError } {
  return cellError(
    'not-a-date',
    `날짜는 2026-01-31 형식으로 입력하세요: ${shorten(text)}`,
    `Enter the date as 2026-01-31: ${shorten(text)}`,
  )
}

/**
 * Parses a date field to `yyyyMMdd`. Accepts `2026-01-31`, `2026/1/31`, `2026.01.31`, `20260131` as
 * text or number, `2026년 1월 31일 토요일` and date cells, and ignores a time of day. Rejects ambiguous
 * text: two-digit years, day-first dates, and times of another zone that fall on another date here.
 */
export function parseDate(cell: SpreadsheetCell): CellResult<string> {
  const found = findTimestamp(cell)
  if ('error' in found) return found
  if (found.moment === null) return { value: null }
  const { day, time, local } = found.moment
  const isElsewhere = local !== undefined && local.slice(0, 8) !== day
  return time === null || isElsewhere ? notADateError(found.text) : { value: day }
}

/** Parses a date-time field to `yyyyMMddHHmmss`. A date without a time is midnight. */
export function parseDateTime(cell: SpreadsheetCell): CellResult<string> {
  const found = findTimestamp(cell)
  if ('error' in found) return found
  if (found.moment === null) return { value: null }
  const { day, time, local } = found.moment
  if (time === null) {
    const text = shorten(found.text)
    return cellError(
      'not-a-date-time',
      `일시는 2026-01-31 09:30:00 형식으로 입력하세요: ${text}`,
      `Enter the time as 2026-01-31 09:30:00: ${text}`,
    )
  }
  return { value: local ?? day + (time ?? '000000') }
}

/** Parses a flag to `Y` or `N`, from Y/N, 예/아니오, O/X, TRUE/FALSE, 1/0 and check boxes. */
export function parseFlag(cell: SpreadsheetCell): CellResult<'Y' | 'N'> {
  const [shown = '', text = ''] = [displayedText(cell), cellToText(cell)].map((raw) => raw.trim())
  if (shown === '' && text === '') return { value: null }
  const damaged = excelDamage(text)
  if (damaged?.code === 'excel-error') return { error: damaged }
  const value = readFlag(shown) ?? readFlag(text)
  if (value !== undefined) return { value }
  return cellError(
    'not-a-flag',
    `Y 또는 N을 입력하세요: ${shorten(shown)}`,
    `Enter Y or N: ${shorten(shown)}`,
  )
}
