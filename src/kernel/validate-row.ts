import { josa } from './josa.ts'
import { zeroToEmpty } from './box-value.ts'
import { byteLength } from './byte-length.ts'
import { isDay, isLikelyYear, isTimestamp, isMonth } from './calendar.ts'
import type { Field, Fields, Value, WireRow } from './field.ts'
import { label, type Label } from './label.ts'
import { excelDamage } from './excel-text.ts'
import { implausibleYearText } from './read-day.ts'
import { shapeError } from './text-shape.ts'
import { tidyText } from './tidy-text.ts'
import { valueTexts } from './value-texts.ts'

export interface RowError {
  readonly column: string
  readonly text: Label
}

export type CodesOf = (list: string) => ReadonlySet<string> | undefined

/**
 * Normalizes and validates an external row field by field and returns all errors. Drops columns
 * without a field, which prevents undeclared data from reaching a statement.
 */
export function validateRow(
  fields: Fields,
  row: Readonly<Record<string, unknown>>,
  codesOf: CodesOf,
): { row: WireRow; errors: RowError[] } {
  const clean: WireRow = {}
  const errors: RowError[] = []
  for (const [column, field] of Object.entries(fields)) {
    const given = Object.hasOwn(row, column) ? row[column] : undefined
    const value = normalise(field, given ?? field.default ?? null)
    const error = findError(field, value, codesOf)
    if (error) errors.push({ column, text: error })
    else clean[column] = value as Value
  }
  return { row: clean, errors }
}

function normalise(field: Field, given: unknown): unknown {
  if (typeof given === 'string') {
    const trimmed = tidyText(given)
    if (trimmed === '') return null
    if (field.kind === 'number' && /^-?\d{1,15}(\.\d+)?$/.test(trimmed))
      return normalizeNumber(field, Number(trimmed))
    if (field.upperCase) return trimmed.toUpperCase()
    return field.pattern?.normalize?.(trimmed) ?? trimmed
  }
  if (typeof given === 'number' && field.kind !== 'number' && field.kind !== 'progress')
    return String(given)
  return typeof given === 'number' ? normalizeNumber(field, given) : given
}

function normalizeNumber(field: Field, given: number): number | null {
  return field.zeroToEmpty ? zeroToEmpty(given) : given
}

function findError(field: Field, value: unknown, codesOf: CodesOf): Label | undefined {
  const { ko, en } = field.label
  if (value === null || value === undefined) {
    return field.required ? label(`${ko} 항목은 필수 입력입니다.`, `${en} is required.`) : undefined
  }
  if (typeof value === 'number') return numberError(field, value)
  if (typeof value !== 'string')
    return label(`${ko} 값의 형식이 맞지 않습니다.`, `${en} has an invalid value.`)
  return textError(field, value, codesOf)
}

function numberError(field: Field, value: number): Label | undefined {
  const { ko, en } = field.label
  if (!Number.isFinite(value)) return label(`${ko}: 숫자가 아닙니다.`, `${en} must be a number.`)
  const decimals = String(value).split('.')[1]?.length ?? 0
  if (/e/i.test(String(value)) || decimals > field.scale) {
    return valueTexts.tooManyDecimals(field.label, field.scale)
  }
  if (field.min !== undefined && value < field.min)
    return valueTexts.tooSmall(field.label, field.min)
  if (field.max !== undefined && value > field.max)
    return valueTexts.tooLarge(field.label, field.max)
  return undefined
}

const dateForms: Readonly<Partial<Record<Field['kind'], string>>> = {
  date: 'yyyyMMdd',
  month: 'yyyyMM',
  datetime: 'yyyyMMddHHmmss',
}

function textError(field: Field, value: string, codesOf: CodesOf): Label | undefined {
  const { ko, en } = field.label
  if (field.kind === 'number' || field.kind === 'progress')
    return valueTexts.notNumber(field.label, value)
  const form = dateForms[field.kind]
  if (form && value.length > form.length)
    return label(
      `${ko}: '${value}'${josa(value, '은/는')} ${form} 형식이 아닙니다.`,
      `${en}: '${value}' must have the format ${form}.`,
    )
  if (byteLength(value, field.wide) > field.maxLength) {
    const unit = field.wide === 'double' ? label('바이트', ' bytes') : label('자', '')
    return valueTexts.tooLong(field.label, field.maxLength, unit)
  }
  if (field.kind === 'date' && !isDay(value)) return valueTexts.notDay(field.label, value)
  if (field.kind === 'month' && !isMonth(value))
    return label(
      `${ko}: '${value}'${josa(value, '은/는')} 달력에 없는 월입니다.`,
      `${en}: '${value}' is not a valid month.`,
    )
  if (field.kind === 'datetime' && !isTimestamp(value))
    return label(
      `${ko}: '${value}'${josa(value, '은/는')} 올바른 시각이 아닙니다.`,
      `${en}: '${value}' is not a valid time.`,
    )
  if (field.kind === 'flag' && value !== 'Y' && value !== 'N')
    return valueTexts.notFlag(field.label)
  if (form && !isLikelyYear(value)) {
    const why = implausibleYearText(value)
    return label(`${ko}: ${why.ko}`, `${en}: ${why.en}`)
  }
  if (field.digitsOnly && !/^\d*$/.test(value))
    return label(`${ko}: 숫자만 입력할 수 있습니다.`, `${en} takes digits only.`)
  const damage = field.kind === 'text' || field.kind === 'lookup' ? excelDamage(value) : undefined
  if (damage) return label(`${ko}: ${damage.ko}`, `${en}: ${damage.en}`)
  const shape = shapeError(field, value)
  if (shape) return label(`${ko}: ${shape.ko}`, `${en}: ${shape.en}`)
  if (field.kind === 'select' && field.codes && codesOf(field.codes)?.has(value) === false)
    return valueTexts.unknownCode(field.label, value)
  return undefined
}
