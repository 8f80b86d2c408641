import { byteLength } from './byte-length.ts'
import { isDay, isLikelyYear } from './calendar.ts'
import { closedUp } from './closed-up.ts'
import type { Label } from './label.ts'
import { oddYearText } from './read-day.ts'

/**
 * Cell of an uploaded spreadsheet. Dates are formatted as `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss`.
 */
export type SpreadsheetCell = string | number | boolean | null | { readonly date: string }

export type CellErrorCode =
  | 'excel-error'
  | 'too-long'
  | 'digits-only'
  | 'wrong-shape'
  | 'lost-digits'
  | 'not-a-number'
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

function fail(code: CellErrorCode, ko: string, en: string): { readonly error: CellError } {
  return { error: { code, ko, en } }
}

/** Excel's error values of failed formulas. Rejected in every field. */
const excelErrors =
  /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|GETTING_DATA)$/
const controls = /[^\P{Cc}\t\n]/gu
/** Zero-width and direction characters, which are often copied from web pages and mail. */
const invisible = /[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g
/** Full-width ASCII, as typed with Korean and Japanese input methods. */
const fullWidth = /[\uFF01-\uFF5E]/g

function toHalfWidth(text: string): string {
  return text
    .replaceAll(fullWidth, (char) => String.fromCodePoint((char.codePointAt(0) ?? 0) - 0xfee0))
    .replaceAll('\u3000', ' ')
}

/** Normalizes text for comparison and PostgreSQL: NFC, well formed, no invisible characters. */
function tidyText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll('\r\n', '\n')
    .replaceAll(controls, '')
    .replaceAll(invisible, '')
    .trim()
}

function shorten(text: string): string {
  return text.length > 30 ? `${text.slice(0, 30)}…` : text
}

function excelError(text: string): { readonly error: CellError } {
  return fail(
    'excel-error',
    `엑셀 수식 오류(${text})가 있는 셀입니다. 수식을 수정하거나 값으로 변경하세요.`,
    `The cell holds an Excel formula error (${text}). Correct the formula or enter the value.`,
  )
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
const exactMax = 1e15

function cellToText(cell: SpreadsheetCell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return tidyText(cell)
  if (typeof cell === 'number') return Math.abs(cell) < exactMax ? numberToText(cell) : String(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return tidyText(cell.date.replace('T', ' '))
}

export interface TextOptions {
  /** Maximum length in characters (code points, as in PostgreSQL). */
  readonly lengthMax?: number
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
  if (typeof cell === 'number' && !(Math.abs(cell) < exactMax)) {
    return fail(
      'lost-digits',
      '숫자로 입력되어 뒷자리가 사라진 값입니다. 셀 서식을 텍스트로 변경하고 다시 입력하세요.',
      'Excel has dropped digits of this number. Format the cell as text and enter it again.',
    )
  }
  let text = cellToText(cell)
  if (text === '') return { value: null }
  if (excelErrors.test(text)) return excelError(text)
  if (options.upperCase === true || options.digitsOnly === true) text = toHalfWidth(text).trim()
  if (options.upperCase === true) text = text.toUpperCase()
  if (options.closedUp === true) text = closedUp(text)
  if (options.digitsOnly === true) {
    const digits = closedUp(text)
    if (!/^\d+$/.test(digits)) {
      return fail(
        'digits-only',
        `숫자만 입력할 수 있습니다: ${shorten(text)}`,
        `Digits only: ${shorten(text)}`,
      )
    }
    text = digits
  }
  const length = byteLength(text, options.wide)
  if (options.lengthMax !== undefined && length > options.lengthMax) {
    const { lengthMax, wide } = options
    const [ko, en] = wide === 'double' ? ['바이트', 'bytes'] : ['자', 'characters']
    return fail(
      'too-long',
      `${lengthMax}${ko}까지 입력할 수 있습니다(현재 ${length}${ko}).`,
      `At most ${lengthMax} ${en} (this has ${length}).`,
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

/** Optional sign, digits with correct thousands separators or none, then a point and decimals. */
const plainNumber = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d*))?$/

/**
 * Parses a number field exactly: at most 15 significant digits, which a double preserves. Accepts
 * `1,234.5`, full-width digits and any minus character; rejects `1e3`, `1.234,5`, `12개`.
 */
export function parseNumber(
  cell: SpreadsheetCell,
  options: NumberOptions = {},
): CellResult<number> {
  const text = toHalfWidth(cellToText(cell)).replaceAll(/[\u2212\u2013]/g, '-')
  if (text === '') return { value: null }
  if (excelErrors.test(text)) return excelError(text)
  const match =
    typeof cell === 'boolean' || typeof cell === 'object' ? null : plainNumber.exec(text)
  const whole = match?.[2]?.replaceAll(',', '') ?? ''
  const decimals = match?.[3]?.replace(/0+$/, '') ?? ''
  if (match === null || whole + (match[3] ?? '') === '') {
    // A number cell with an exponent exceeds the 15 digits. Typed text is simply not a number.
    return typeof cell === 'number' && Number.isFinite(cell)
      ? tooManyDigits(text)
      : notANumber(text)
  }
  if ((whole + decimals).replace(/^0+/, '').length > 15) return tooManyDigits(text)
  const value = Number(`${match[1] === '-' ? '-' : ''}${whole}.${decimals}0`)
  if (value === 0 && options.zeroToEmpty === true) return { value: null }
  return checkNumber(value === 0 ? 0 : value, decimals.length, options)
}

function notANumber(text: string): { readonly error: CellError } {
  return fail('not-a-number', `숫자가 아닙니다: ${shorten(text)}`, `Not a number: ${shorten(text)}`)
}

function tooManyDigits(text: string): { readonly error: CellError } {
  return fail(
    'too-many-digits',
    `숫자는 15자리까지 입력할 수 있습니다: ${shorten(text)}`,
    `At most 15 digits: ${shorten(text)}`,
  )
}

function checkNumber(value: number, decimals: number, options: NumberOptions): CellResult<number> {
  const { min, max } = options
  const scale = options.integer === true ? 0 : options.scale
  if (scale === 0 && decimals > 0) {
    return fail('not-an-integer', '정수만 입력할 수 있습니다.', 'Whole numbers only.')
  }
  if (scale !== undefined && decimals > scale) {
    return fail(
      'too-many-decimals',
      `소수점 아래 ${scale}자리까지 입력할 수 있습니다.`,
      `At most ${scale} decimals.`,
    )
  }
  if (min !== undefined && value < min) {
    return fail('too-small', `${min} 이상이어야 합니다.`, `Must be at least ${min}.`)
  }
  if (max !== undefined && value > max) {
    return fail('too-big', `${max} 이하여야 합니다.`, `Must be at most ${max}.`)
  }
  return { value }
}

/**
 * The year is always first, to avoid guessing between day and month. A time can follow and is
 * ignored.
 */
const separatedDate = /^(\d{4})([-/.])\s?(\d{1,2})\2\s?(\d{1,2})\.?(?:[ T]+(.+))?$/
const koreanDate = /^(\d{4})년\s*(\d{1,2})월\s*(\d{1,2})일(?:[ T]+(.+))?$/
const compactDate = /^(\d{4})(\d{2})(\d{2})(\d{6})?$/
const timeOfDay = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.0+)?)?$/

interface Moment {
  readonly day: string
  readonly time: string | undefined | null
}

function readMoment(text: string): Moment | undefined {
  const compact = compactDate.exec(text)
  if (compact !== null) {
    return {
      day: text.slice(0, 8),
      time: compact[4] === undefined ? undefined : checkTime(compact[4]),
    }
  }
  const separated = separatedDate.exec(text)
  const korean = koreanDate.exec(text)
  const parts = separated ? [separated[1], separated[3], separated[4]] : korean?.slice(1, 4)
  if (parts === undefined) return undefined
  const day = parts.map((part = '') => part.padStart(2, '0')).join('')
  const time = separated?.[5] ?? korean?.[4]
  return { day, time: time === undefined ? undefined : readTime(time) }
}

function readTime(text: string): string | null {
  const match = timeOfDay.exec(text)
  if (match === null) return null
  return checkTime(
    match
      .slice(1, 4)
      .map((part: string | undefined) => (part ?? '').padStart(2, '0'))
      .join(''),
  )
}

function checkTime(time: string): string | null {
  return /^(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(time) ? time : null
}

function findMoment(
  cell: SpreadsheetCell,
): { readonly error: CellError } | { readonly moment: Moment | null } {
  const text = toHalfWidth(cellToText(cell)).trim()
  if (text === '') return { moment: null }
  if (excelErrors.test(text)) return excelError(text)
  const moment = typeof cell === 'boolean' ? undefined : readMoment(text)
  if (moment === undefined) return notADate(text)
  if (!isDay(moment.day)) {
    return fail(
      'no-such-date',
      `달력에 없는 날짜입니다: ${shorten(text)}`,
      `Not a valid date: ${shorten(text)}`,
    )
  }
  if (!isLikelyYear(moment.day)) {
    const why = oddYearText(moment.day)
    return fail('no-such-date', `${why.ko}.`, `${why.en}.`)
  }
  return { moment }
}

function notADate(text: string): { readonly error: CellError } {
  return fail(
    'not-a-date',
    `날짜는 2026-01-31 형식으로 입력하세요: ${shorten(text)}`,
    `Enter the date as 2026-01-31: ${shorten(text)}`,
  )
}

/**
 * Parses a date field to `yyyyMMdd`. Accepts `2026-01-31`, `2026/1/31`, `2026.01.31`, `20260131` as
 * text or number, `2026년 1월 31일` and date cells, and ignores a time of day. Rejects ambiguous text
 * such as two-digit years and day-first dates.
 */
export function parseDate(cell: SpreadsheetCell): CellResult<string> {
  const found = findMoment(cell)
  if ('error' in found) return found
  if (found.moment === null) return { value: null }
  if (found.moment.time === null) return notADate(cellToText(cell))
  return { value: found.moment.day }
}

/** Parses a date-time field to `yyyyMMddHHmmss`. A date without a time is midnight. */
export function parseDateTime(cell: SpreadsheetCell): CellResult<string> {
  const found = findMoment(cell)
  if ('error' in found) return found
  if (found.moment === null) return { value: null }
  const { day, time } = found.moment
  if (time === null) {
    const text = shorten(cellToText(cell))
    return fail(
      'not-a-date-time',
      `일시는 2026-01-31 09:30:00 형식으로 입력하세요: ${text}`,
      `Enter the time as 2026-01-31 09:30:00: ${text}`,
    )
  }
  return { value: day + (time ?? '000000') }
}

const flags: ReadonlyMap<string, 'Y' | 'N'> = new Map([
  ...['Y', 'YES', '예', 'TRUE', '1'].map((word) => [word, 'Y'] as const),
  ...['N', 'NO', '아니오', '아니요', 'FALSE', '0'].map((word) => [word, 'N'] as const),
])

/** Parses a flag to `Y` or `N`, from Y/N, 예/아니오, TRUE/FALSE, 1/0 and check boxes. */
export function parseFlag(cell: SpreadsheetCell): CellResult<'Y' | 'N'> {
  const text = toHalfWidth(cellToText(cell)).trim().toUpperCase()
  if (text === '') return { value: null }
  if (excelErrors.test(text)) return excelError(text)
  const value = flags.get(text)
  if (value !== undefined) return { value }
  return fail(
    'not-a-flag',
    `Y 또는 N을 입력하세요: ${shorten(text)}`,
    `Enter Y or N: ${shorten(text)}`,
  )
}
