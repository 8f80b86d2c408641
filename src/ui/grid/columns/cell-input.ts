import { isNumeric, type CellValue, type GridColumn } from './column.ts'
import { numberText } from './number-text.ts'

export type FaultCode =
  | 'readOnly'
  | 'number'
  | 'unit'
  | 'scale'
  | 'date'
  | 'noSuchDate'
  | 'datetime'
  | 'option'
  | 'check'
  | 'length'
  | 'digits'
  | 'shape'

/** Why a text was not taken into a cell. The text itself is kept, so nothing typed is lost. */
export interface CellFault {
  readonly code: FaultCode
  readonly text: string
  /** Characters allowed (`length`) or digits allowed after the point (`scale`). */
  readonly limit?: number
  /** Said in place of what the code says. */
  readonly why?: string
}

export type InputResult =
  | { readonly ok: true; readonly value: CellValue }
  | { readonly ok: false; readonly fault: CellFault }

/** Turns typed, scanned or pasted text into the stored value of a column, or says why it cannot. */
export function parseInput(column: GridColumn, typed: string): InputResult {
  const text = typed.normalize('NFC').trim()
  if (text === '') return { ok: true, value: column.kind === 'check' ? 'N' : null }
  switch (column.kind) {
    case 'number':
    case 'progress':
      return parseNumber(column, text)
    case 'date':
      return parseDate(column, text)
    case 'datetime':
      return parseDateTime(column, text)
    case 'check':
      return parseCheck(text)
    case 'select':
      return parseOption(column, text)
    case 'text':
    case 'lookup':
      return parseText(column, text)
  }
}

function taken(value: CellValue): InputResult {
  return { ok: true, value }
}

function refused(code: FaultCode, text: string, limit?: number): InputResult {
  return { ok: false, fault: limit === undefined ? { code, text } : { code, text, limit } }
}

/** Hangul mode with full-width input gives ０１２ and －; they mean the same digits. */
function halfWidth(text: string): string {
  return text.replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}

const NUMBER = /^(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d*)?$/

function parseNumber(column: GridColumn, text: string): InputResult {
  const plain = halfWidth(text).replace(/[−–]/g, '-')
  const inParentheses = /^\((.*)\)$/.exec(plain)
  const signed = /^([+-]?)(.*)$/.exec(inParentheses?.[1] ?? plain)
  const magnitude = (signed?.[2] ?? '').trim()
  if (!NUMBER.test(magnitude) || !/\d/.test(magnitude)) return refused('number', text)
  const digits = magnitude.replaceAll(',', '').replace(/\.$/, '')
  const decimals = (digits.split('.')[1] ?? '').replace(/0+$/, '').length
  if (column.scale !== undefined && decimals > column.scale) {
    return refused('scale', text, column.scale)
  }
  if (column.zeroToEmpty === true && Number(digits) === 0) return taken(null)
  const negative = Boolean(inParentheses) !== (signed?.[1] === '-')
  const decimal = (negative ? '-' : '') + digits
  const significant = digits.replace('.', '').replace(/^0+/, '').length
  return taken(significant > 15 ? decimal : Number(decimal) + 0)
}

/** Only digits count, with the marks people put between them. Null: no date. */
function dateDigits(text: string): string | null {
  if (!/^[\d\s./-]+(?:[년월일][\d\s./-]*)*$/.test(text)) return null
  const digits = text.replace(/\D/g, '')
  return [4, 6, 8].includes(digits.length) ? digits : null
}

/** Without a calendar of its own the column takes any digits that are all there. */
function inFull(column: GridColumn, digits: string, length: 8 | 14): string | undefined {
  if (column.dateOf) return column.dateOf(digits)
  return digits.length === length ? digits : undefined
}

function parseDate(column: GridColumn, text: string): InputResult {
  const digits = dateDigits(halfWidth(text))
  if (digits === null) return refused('date', text)
  const day = inFull(column, digits, 8)
  return day === undefined ? refused('noSuchDate', text) : taken(day)
}

function parseDateTime(column: GridColumn, text: string): InputResult {
  const digits = halfWidth(text).replace(/[\s:./T-]/g, '')
  if (!/^\d+$/.test(digits) || ![8, 10, 12, 14].includes(digits.length)) {
    return refused('datetime', text)
  }
  const moment = inFull(column, digits, 14)
  return moment === undefined ? refused('datetime', text) : taken(moment)
}

function parseCheck(text: string): InputResult {
  const letter = text.toUpperCase()
  if (['Y', '1', 'TRUE', 'O', '✓', '예'].includes(letter)) return taken('Y')
  if (['N', '0', 'FALSE', 'X', '아니오', '아니요'].includes(letter)) return taken('N')
  return refused('check', text)
}

/** A code or a name in full, else the only option that begins with what was typed. */
function parseOption(column: GridColumn, text: string): InputResult {
  const options = column.options ?? []
  const wanted = text.toLowerCase()
  const full =
    options.find((option) => option.CODE.toLowerCase() === wanted) ??
    options.find((option) => option.NAME.normalize('NFC').toLowerCase() === wanted)
  if (full) return taken(full.CODE)
  const begun = options.filter(
    (option) =>
      option.CODE.toLowerCase().startsWith(wanted) ||
      option.NAME.normalize('NFC').toLowerCase().startsWith(wanted),
  )
  const only = begun[0]
  return begun.length === 1 && only ? taken(only.CODE) : refused('option', text)
}

function parseText(column: GridColumn, text: string): InputResult {
  let value = text
  if (column.digitsOnly === true) {
    value = halfWidth(value).replace(/\D/g, '')
    if (value === '') return refused('digits', text)
  }
  if (column.upperCase === true) value = value.toUpperCase()
  const length = column.lengthOf?.(value) ?? Array.from(value).length
  if (column.lengthMax !== undefined && length > column.lengthMax) {
    return refused('length', text, column.lengthMax)
  }
  const why = column.shapeOf?.(value)
  return why === undefined ? taken(value) : { ok: false, fault: { code: 'shape', text, why } }
}

function formatNumber(value: CellValue, { scale, decimalsMin = scale }: GridColumn): string {
  return numberText(value, decimalsMin ?? 0, scale ?? 12)
}

/** Digits with the marks of a date put in; other text is shown as it is. */
export function formatDate(digits: string): string {
  if (!/^\d{8}(?:\d{6})?$/.test(digits)) return digits
  const date = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`
  if (digits.length === 8) return date
  return `${date} ${digits.slice(8, 10)}:${digits.slice(10, 12)}:${digits.slice(12, 14)}`
}

/** What a cell shows. */
export function formatCell(column: GridColumn, value: CellValue): string {
  if (value === null || value === '') return ''
  switch (column.kind) {
    case 'number':
      if (column.zeroAsEmpty === true && Number(value) === 0) return '·'
      return formatNumber(value, column)
    case 'progress':
      return `${formatNumber(value, column)}%`
    case 'date':
    case 'datetime':
      return formatDate(String(value))
    case 'select':
      return column.options?.find((option) => option.CODE === value)?.NAME ?? String(value)
    case 'text':
    case 'lookup':
    case 'check':
      return String(value)
  }
}

/** What a cell gives to its editor and to the clipboard: everything the value holds, no more. */
export function editText(column: GridColumn, value: CellValue): string {
  if (value === null) return ''
  if (isNumeric(column)) {
    return typeof value === 'number' && Number.isInteger(value)
      ? String(BigInt(value))
      : String(value)
  }
  return formatCell(column, value)
}
