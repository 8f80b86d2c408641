import { keepDigits, keepUpperCase, zeroToEmpty } from '#kernel/box-value.ts'
import { byteLength } from '#kernel/byte-length.ts'
import { completeDate, keepDateDigits, leaveDateBox, type DateLength } from '#kernel/date-box.ts'
import { formatDate } from '#kernel/date-format.ts'
import type { Field, Value } from '#kernel/field.ts'
import type { Label } from '#kernel/label.ts'
import { label } from '#kernel/label.ts'
import { shapeFault } from '#kernel/text-shape.ts'

/** What typed text means for a field: a value, or why it is none. */
export type Reading = { readonly value: Value } | { readonly fault: Label }

type Kept = Pick<
  Field,
  | 'kind'
  | 'scale'
  | 'min'
  | 'max'
  | 'upperCase'
  | 'digitsOnly'
  | 'zeroToEmpty'
  | 'lengthMax'
  | 'lengthMin'
  | 'pattern'
  | 'wide'
>

function readMoment(typed: string, length: DateLength): Reading {
  const digits = leaveDateBox(typed, length)
  if (digits === '') return { value: null }
  if (completeDate(digits, length) === undefined) {
    const shown = formatDate(digits)
    return { fault: label(`${shown}은(는) 달력에 없습니다`, `${shown} is not in the calendar`) }
  }
  return { value: digits }
}

function numberFault(field: Kept, value: number, decimals: number): Label | undefined {
  const { scale, min, max } = field
  if (decimals > scale) {
    return scale === 0
      ? label('소수점 없이 넣으세요', 'Whole numbers only')
      : label(`소수점 아래 ${scale}자리까지입니다`, `At most ${scale} decimals`)
  }
  if (min !== undefined && value < min) return label(`${min} 이상이어야 합니다`, `At least ${min}`)
  if (max !== undefined && value > max) return label(`${max} 이하여야 합니다`, `At most ${max}`)
  return undefined
}

function readNumber(field: Kept, typed: string): Reading {
  const text = typed.normalize('NFKC').replace(/[,\s]/g, '')
  if (text === '') return { value: null }
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text)
  if (!parts || !/\d/.test(text)) return { fault: label('숫자를 넣으세요', 'Type a number') }
  const value = Number(text)
  if (field.zeroToEmpty && zeroToEmpty(value) === null) return { value: null }
  const fault = numberFault(field, value, (parts[3] ?? '').replace(/0+$/, '').length)
  return fault ? { fault } : { value }
}

function lengthFault({ lengthMax, wide }: Kept): Label {
  if (wide === 'double') {
    return label(
      `${lengthMax}바이트까지 넣을 수 있습니다 (한글은 2바이트)`,
      `At most ${lengthMax} bytes; wide characters take two`,
    )
  }
  return label(`${lengthMax}자까지 넣을 수 있습니다`, `At most ${lengthMax} characters`)
}

function readPlain(field: Kept, typed: string): Reading {
  let text = typed.normalize('NFC').trim()
  if (field.upperCase) text = keepUpperCase(text)
  if (field.digitsOnly) text = keepDigits(text)
  if (byteLength(text, field.wide) > field.lengthMax) return { fault: lengthFault(field) }
  if (text === '') return { value: null }
  const fault = shapeFault(field, text)
  return fault ? { fault } : { value: text }
}

/** Reads typed text as the field's value; upper case, digits and padding are applied here. */
export function readText(field: Kept, typed: string): Reading {
  switch (field.kind) {
    case 'date':
      return readMoment(typed, 8)
    case 'datetime':
      return readMoment(typed, 14)
    case 'month':
      return readMoment(typed, 6)
    case 'number':
    case 'progress':
      return readNumber(field, typed)
    case 'flag':
      return { value: /^[yY1]/.test(typed.trim()) ? 'Y' : 'N' }
    case 'text':
    case 'select':
    case 'lookup':
    case 'file':
      return readPlain(field, typed)
  }
}

/** The value as people read it: dates with hyphens, numbers with commas. */
export function showText(field: Kept, value: Value): string {
  if (value === null) return ''
  switch (field.kind) {
    case 'date':
    case 'datetime':
    case 'month':
      return formatDate(String(value))
    case 'number':
    case 'progress':
      return typeof value === 'number'
        ? value.toLocaleString('en-US', { maximumFractionDigits: field.scale })
        : value
    case 'flag':
    case 'text':
    case 'select':
    case 'lookup':
    case 'file':
      return String(value)
  }
}

/** The value as it is typed: no hyphens, no commas. */
export function editText(value: Value): string {
  return value === null ? '' : String(value)
}

/** What may be typed: a date takes digits alone; other kinds take anything until they commit. */
export function keepTypeable(field: Kept, typed: string): string {
  switch (field.kind) {
    case 'date':
      return keepDateDigits(typed)
    case 'month':
      return keepDateDigits(typed, 6)
    case 'datetime':
      return keepDateDigits(typed, 14)
    case 'text':
      return field.digitsOnly ? keepDigits(typed) : typed
    case 'number':
    case 'progress':
    case 'flag':
    case 'select':
    case 'lookup':
    case 'file':
      return typed
  }
}
