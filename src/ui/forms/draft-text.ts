import { stripNonDigits, normalizeUpperCase, zeroToEmpty } from '#kernel/box-value.ts'
import { byteLength, lengthError } from '#kernel/byte-length.ts'
import { getDateLength, sanitizeDateInput, type DateLength } from '#kernel/date-box.ts'
import { formatDate } from '#kernel/date-format.ts'
import { excelDamage } from '#kernel/excel-text.ts'
import type { Field, Value } from '#kernel/field.ts'
import { readFlag } from '#kernel/flag-text.ts'
import type { Label } from '#kernel/label.ts'
import { label } from '#kernel/label.ts'
import { limitError, readDecimal, tooManyDigitsError } from '#kernel/read-decimal.ts'
import { stripSeparators } from '#kernel/strip-separators.ts'
import { shapeError } from '#kernel/text-shape.ts'
import {
  isFreeText,
  stripTextMarks,
  tidyText,
  toHalfWidth,
  unwrapFormula,
} from '#kernel/tidy-text.ts'
import { readDate } from './typed-date.ts'

export type Reading = { readonly value: Value } | { readonly error: Label }

type TextField = Pick<
  Field,
  | 'kind'
  | 'scale'
  | 'min'
  | 'max'
  | 'upperCase'
  | 'digitsOnly'
  | 'zeroToEmpty'
  | 'maxLength'
  | 'minLength'
  | 'pattern'
  | 'wide'
>

function readTimestamp(typed: string, length: DateLength): Reading {
  const read = readDate(typed, length)
  if ('digits' in read) return { value: read.digits }
  // Too few digits for a date clear the field (spec §5).
  return read.error === 'short' ? { value: null } : { error: read.why }
}

function numberError(field: TextField, value: number, decimals: number): Label | undefined {
  const { scale } = field
  if (decimals > scale) {
    return scale === 0
      ? label('정수만 입력하세요.', 'Whole numbers only.')
      : label(`소수점 ${scale}자리까지 입력할 수 있습니다.`, `At most ${scale} decimals.`)
  }
  return limitError(field, value)
}

function readNumber(field: TextField, typed: string): Reading {
  if (typed.trim() === '') return { value: null }
  const found = readDecimal(typed)
  if (found === undefined) return { error: label('숫자를 입력하세요.', 'Enter a number.') }
  if (found.significant > 15) return { error: tooManyDigitsError }
  const value = Number(found.text)
  if (field.zeroToEmpty && zeroToEmpty(value) === null) return { value: null }
  const error = numberError(field, value, found.decimals)
  return error ? { error } : { value }
}

const digitsOnlyError = label('숫자만 입력할 수 있습니다.', 'Digits only.')

function readPlainText(field: TextField, typed: string): Reading {
  let text = tidyText(typed)
  const damage = excelDamage(isFreeText(field) ? text : toHalfWidth(text))
  if (damage) return { error: damage }
  if (field.upperCase) text = normalizeUpperCase(toHalfWidth(text))
  if (field.digitsOnly) {
    text = stripSeparators(toHalfWidth(text))
    if (/\D/.test(text)) return { error: digitsOnlyError }
  }
  if (byteLength(text, field.wide) > field.maxLength) return { error: lengthError(field) }
  if (text === '') return { value: null }
  const error = shapeError(field, text)
  return error ? { error } : { value: text }
}

const isNumeric = ({ kind }: TextField) => kind === 'number' || kind === 'progress'

function readFlagText(typed: string): Reading {
  const flag = typed.trim() === '' ? 'N' : readFlag(typed)
  return flag ? { value: flag } : { error: label('Y 또는 N을 입력하세요.', 'Enter Y or N.') }
}

/** Parses typed text as the field's value. Applies upper case, digit filtering and padding. */
export function readText(field: TextField, given: string): Reading {
  const text = unwrapFormula(given)
  const typed = isFreeText(field) ? text : stripTextMarks(text)
  const length = getDateLength(field)
  if (length) return typed.trim() === '' ? { value: null } : readTimestamp(typed, length)
  if (isNumeric(field)) return readNumber(field, typed)
  if (field.kind === 'flag') return readFlagText(typed)
  return readPlainText(field, typed)
}

export function showText(field: TextField, value: Value): string {
  if (value === null) return ''
  if (getDateLength(field)) return formatDate(String(value))
  return isNumeric(field) && typeof value === 'number'
    ? value.toLocaleString('en-US', { maximumFractionDigits: field.scale })
    : String(value)
}

export function editText(value: Value): string {
  return value === null ? '' : String(value)
}

/** Removes characters that cannot be part of a date. Other kinds are validated on commit. */
export function removeUntypeable(field: TextField, typed: string): string {
  const length = getDateLength(field)
  if (length) return sanitizeDateInput(typed, length)
  return field.kind === 'text' && field.digitsOnly ? stripNonDigits(typed) : typed
}
