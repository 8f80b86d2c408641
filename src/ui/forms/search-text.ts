import { getDateLength } from '#kernel/date-box.ts'
import type { Field, Value } from '#kernel/field.ts'
import { readSearchBy, splitSearch } from '#kernel/read-search.ts'
import { toSearchText } from '#kernel/search-value.ts'
import { today } from '#ui/base/calendar-day.ts'
import type { CodeEntry } from '#ui/remote/code-lists.ts'
import { matchEntries } from '#ui/remote/option-match.ts'
import type { Reading } from './draft-text.ts'
import { removeUntypeable, readText, showText } from './draft-text.ts'

export function hasOperator(field: Field, typed: string): boolean {
  return splitSearch(field, typed).form !== 'plain'
}

function isDated(field: Field): boolean {
  return getDateLength(field) !== undefined
}

/** Parses search input with the parser that the server uses. */
export function readSearch(field: Field, typed: string): Reading {
  return readSearchBy(field, typed, { now: today(), text: readText })
}

/** Formatted search value: `< 2027-12-31`, `2027-01-01 ~ 2027-01-31`, `작성, 진행`. */
export function showSearch(field: Field, value: Value, entries: readonly CodeEntry[] = []): string {
  if (typeof value !== 'string') return showText(field, value)
  const parts = splitSearch(field, value)
  const toShown = (text: string) => {
    const name = entries.find(({ CODE }) => CODE === text)?.NAME
    if (name !== undefined) return name
    return field.kind === 'number' && text !== '' && Number.isFinite(Number(text))
      ? showText(field, Number(text))
      : showText(field, text)
  }
  switch (parts.form) {
    case 'compare':
      return `${parts.operator} ${toShown(parts.operand)}`
    case 'range':
      return `${toShown(parts.from)} ~ ${toShown(parts.to)}`
    case 'list':
      return parts.operands.map(toShown).join(', ')
    case 'pattern':
    case 'plain':
      return toShown(parts.text)
  }
}

/**
 * Translates names of a list to codes: `작성, 진행` becomes `10,20`. Undefined if one of several names
 * is not in the list. Bounds are not checked.
 */
export function searchInCodes(
  field: Field,
  typed: string,
  entries: readonly CodeEntry[],
): string | undefined {
  const extractCode = (text: string) =>
    entries.find(({ NAME, CODE }) => [NAME, CODE].includes(text.trim()))?.CODE
  const parts = splitSearch(field, typed)
  switch (parts.form) {
    case 'compare':
      return parts.operator + (extractCode(parts.operand) ?? parts.operand)
    case 'range':
      return [parts.from, parts.to].map((text) => text && (extractCode(text) ?? text)).join('~')
    case 'list': {
      const codes = parts.operands.map(
        (text) => extractCode(text) ?? matchEntries(entries, text)[0]?.CODE,
      )
      return codes.includes(undefined) ? undefined : codes.join(',')
    }
    case 'pattern':
    case 'plain':
      return parts.text
  }
}

/**
 * Removes invalid characters from search input. A date also accepts operators, hyphens and a second
 * date.
 */
export function removeUnsearchable(field: Field, given: string): string {
  const typed = isDated(field) ? toSearchText(field, given) : given
  if (!isDated(field) || !/[<>=!~%,]/.test(typed)) return removeUntypeable(field, typed)
  // Operators separate dates. After a four-digit year only the characters of a date are accepted.
  return typed.replace(/[^<>=!~%,]+/g, (day) => {
    if (!/^\s*\d{4}/.test(day)) return day
    return day.replace(/[^\d\s./:T년월일시분-]/g, '')
  })
}
