import { timestampAt } from '#kernel/calendar.ts'
import { getDateLength } from '#kernel/date-box.ts'
import type { Field } from '#kernel/field.ts'
import { josa } from '#kernel/josa.ts'
import { label } from '#kernel/label.ts'
import { readSearchBy } from '#kernel/read-search.ts'
import { parseSearch, type SearchCondition } from '#kernel/search-value.ts'
import { AppError } from '#server/base/app-error.ts'

/**
 * Matches values that contain only digits and operators, as sent by pages. An incomplete date such
 * as `202601` remains a prefix.
 */
const plainDigits = /^[\d~,<>=!%\s]*$/

/**
 * Parses a search value. Accepts the same date formats as the page: 2026-1-1, 2026년 1월 1일, 오늘.
 * Throws AppError 422 for a date that cannot be read or a range that is reversed or too long.
 */
export function readTypedSearch(field: Field, typed: string): SearchCondition | undefined {
  if (getDateLength(field) === undefined || plainDigits.test(typed))
    return parseSearch(field, typed)
  const now = timestampAt(Date.now()).slice(0, 8)
  const reading = readSearchBy(field, typed, { now, text: (_, text) => ({ value: text }) })
  if (!('error' in reading)) return parseSearch(field, String(reading.value ?? ''))
  const { error } = reading
  if ('code' in error) throw new AppError(422, String(error.code), error)
  throw invalidSearchError(field, typed)
}

export function invalidSearchError(field: Field, typed: string): AppError {
  const value = typed.toWellFormed().replaceAll('\0', '\uFFFD').slice(0, 200)
  return new AppError(
    422,
    'SEARCH_INVALID',
    label(
      `조회 조건 '${field.label.ko}'의 값 '${value}'${josa(value, '을/를')} 읽을 수 없습니다.`,
      `The search value '${value}' for ${field.label.en} cannot be read.`,
    ),
  )
}

const maxWildcards = 20
const maxPattern = 1_000

/**
 * Throws AppError 422 for a long LIKE pattern or many wildcards: the database converts the pattern
 * again for each row, and each wildcard multiplies the work.
 */
export function rejectLongPattern(field: Field, pattern: string): void {
  const isLong = pattern.length > maxPattern || pattern.split('%').length - 1 > maxWildcards
  if (isLong) throw invalidSearchError(field, pattern)
}
