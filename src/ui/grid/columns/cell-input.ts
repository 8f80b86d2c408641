import { formatDate } from '#kernel/date-format.ts'
import { exactEntry } from '#kernel/exact-entry.ts'
import { stripSeparators } from '#kernel/strip-separators.ts'
import { excelDamage } from '#kernel/excel-text.ts'
import { readFlag } from '#kernel/flag-text.ts'
import { readDecimal } from '#kernel/read-decimal.ts'
import {
  isFreeText,
  stripTextMarks,
  tidyText,
  toHalfWidth,
  unwrapFormula,
} from '#kernel/tidy-text.ts'
import { isNumeric, type CellValue, type DateRead, type GridColumn } from './column.ts'
import { formatNumber } from './number-text.ts'

export type ErrorCode =
  | 'readOnly'
  | 'number'
  | 'unit'
  | 'scale'
  | 'precision'
  | 'date'
  | 'noSuchDate'
  | 'datetime'
  | 'option'
  | 'check'
  | 'length'
  | 'digits'
  | 'shape'
  | 'excel-error'
  | 'lost-digits'

/** Validation error for a cell. Contains the rejected text to preserve the user's input. */
export interface CellError {
  readonly code: ErrorCode
  readonly text: string
  readonly limit?: number
  readonly why?: string
}

export type InputResult =
  | { readonly ok: true; readonly value: CellValue }
  | { readonly ok: false; readonly error: CellError }

/** A sought number can have more digits than a cell takes, because totals have. */
export type Entry = 'typed' | 'pasted' | 'sought'

export function parseInput(column: GridColumn, typed: string, how: Entry = 'typed'): InputResult {
  const tidied = tidyText(unwrapFormula(tidyText(typed)))
  const text = isFreeText(column) ? tidied : stripTextMarks(tidied)
  if (text === '') return { ok: true, value: column.kind === 'check' ? 'N' : null }
  switch (column.kind) {
    case 'number':
    case 'progress':
      return parseNumber(column, text, typed, how)
    case 'date':
    case 'datetime':
      return parseDate(column, text, how)
    case 'check':
      return parseCheck(text)
    case 'select':
      return parseOption(column, text, how)
    case 'text':
    case 'lookup':
      return column.dateOf ? parseDate(column, text, how) : parseText(column, text)
  }
}

function acceptedResult(value: CellValue): InputResult {
  return { ok: true, value }
}

function rejectedResult(code: ErrorCode, text: string, limit?: number): InputResult {
  return { ok: false, error: limit === undefined ? { code, text } : { code, text, limit } }
}

function wrongShape(text: string, why: string): InputResult {
  return { ok: false, error: { code: 'shape', text, why } }
}

/** Accounting formats show zero as a hyphen with spaces, which only `typed` contains. */
function parseNumber(column: GridColumn, text: string, typed: string, how: Entry): InputResult {
  const found = readDecimal(text) ?? readDecimal(typed)
  if (found === undefined) return rejectedResult('number', text)
  if (column.scale !== undefined && found.decimals > column.scale) {
    return rejectedResult('scale', text, column.scale)
  }
  if (column.zeroToEmpty === true && Number(found.text) === 0) return acceptedResult(null)
  if (found.significant > 15)
    return how === 'sought' ? acceptedResult(found.text) : rejectedResult('precision', text)
  const why = column.shapeOf?.(found.text)
  return why === undefined ? acceptedResult(Number(found.text)) : wrongShape(text, why)
}

/** Without its own date parser a column accepts any complete digits. */
function readCompleteDigits(text: string, length: 8 | 14): DateRead {
  if (!/^[\d\s./:T년월일-]+$/.test(text)) return { error: 'date' }
  const digits = text.replace(/\D/g, '')
  return digits.length === length ? { digits } : { error: 'noSuchDate' }
}

function parseDate(column: GridColumn, text: string, how: Entry): InputResult {
  const isMoment = column.kind === 'datetime'
  const read =
    column.dateOf?.(text, how === 'pasted') ??
    readCompleteDigits(toHalfWidth(text), isMoment ? 14 : 8)
  if ('digits' in read) return acceptedResult(read.digits)
  const why = read.why === undefined ? {} : { why: read.why }
  return { ok: false, error: { code: isMoment ? 'datetime' : read.error, text, ...why } }
}

function parseCheck(text: string): InputResult {
  const flag = readFlag(text)
  return flag ? acceptedResult(flag) : rejectedResult('check', text)
}

/**
 * Matches a full code or name, or the only option that starts with the typed text. Pasted text must
 * match in full, as in a file.
 */
function parseOption(column: GridColumn, text: string, how: Entry): InputResult {
  const options = column.options ?? []
  const wanted = text.toLowerCase()
  const full = exactEntry(options, text)
  if (full) return acceptedResult(full.CODE)
  if (how === 'pasted') return rejectedResult('option', text)
  const begun = options.filter(
    (option) =>
      option.CODE.toLowerCase().startsWith(wanted) ||
      option.NAME.normalize('NFC').toLowerCase().startsWith(wanted),
  )
  const only = begun[0]
  return begun.length === 1 && only ? acceptedResult(only.CODE) : rejectedResult('option', text)
}

function parseText(column: GridColumn, text: string): InputResult {
  const damage = excelDamage(isFreeText(column) ? text : toHalfWidth(text))
  if (damage) return rejectedResult(damage.code, text)
  let value = text
  if (column.digitsOnly === true) {
    value = stripSeparators(toHalfWidth(value))
    if (!/^\d+$/.test(value)) return rejectedResult('digits', text)
  }
  if (column.upperCase === true) value = toHalfWidth(value).toUpperCase()
  if (column.closedUp === true) value = stripSeparators(value)
  const length = column.lengthOf?.(value) ?? Array.from(value).length
  if (column.maxLength !== undefined && length > column.maxLength) {
    return rejectedResult('length', text, column.maxLength)
  }
  const why = column.shapeOf?.(value)
  return why === undefined ? acceptedResult(value) : wrongShape(text, why)
}

function formatInColumn(value: CellValue, column: GridColumn): string {
  const { scale, minDecimals = scale, maxDecimals } = column
  // A nonzero value must never look like zero: the smallest amounts keep all their decimals.
  const isBelowShown = maxDecimals === undefined || Math.abs(Number(value)) < 10 ** -maxDecimals
  const maxScale = isBelowShown ? (scale ?? 12) : maxDecimals
  if (column.currency === undefined) return formatNumber(value, minDecimals ?? 0, maxScale)
  // Won amounts have no decimals. Fractional amounts have two.
  const text = formatNumber(
    value,
    Number.isInteger(Number(value)) ? 0 : Math.min(2, maxScale),
    maxScale,
  )
  return text.startsWith('-') ? `(${text.slice(1)})` : text
}

export function formatCell(column: GridColumn, value: CellValue): string {
  if (value === null || value === '') return ''
  switch (column.kind) {
    case 'number':
      if (column.zeroAsEmpty === true && Number(value) === 0) return '·'
      return formatInColumn(value, column)
    case 'progress':
      return `${formatInColumn(value, column)}%`
    case 'date':
    case 'datetime':
      return formatDate(String(value))
    case 'select':
      return column.options?.find((option) => option.CODE === value)?.NAME ?? String(value)
    case 'text':
      return column.isMonth === true ? formatDate(String(value)) : String(value)
    case 'lookup':
    case 'check':
      return String(value)
  }
}

/** Text for the editor and the clipboard. Numbers have full precision and no separators. */
export function editText(column: GridColumn, value: CellValue): string {
  if (value === null) return ''
  if (isNumeric(column)) {
    return typeof value === 'number' && Number.isInteger(value)
      ? String(BigInt(value))
      : String(value)
  }
  return formatCell(column, value)
}
