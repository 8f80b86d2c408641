import { dateLengthOf } from '#kernel/date-box.ts'
import type { Field, Value } from '#kernel/field.ts'
import { readSearchBy, splitSearch } from '#kernel/read-search.ts'
import { today } from '#ui/base/calendar-day.ts'
import type { Reading } from './draft-text.ts'
import { keepTypeable, readText, showText } from './draft-text.ts'

/** True where the text carries an operator of the search and is kept as text. */
export function hasOperator(field: Field, typed: string): boolean {
  return splitSearch(field, typed).form !== 'plain'
}

function isDated(field: Field): boolean {
  return dateLengthOf(field) !== undefined
}

/** Reads what is typed into a search field, by the reader that the server has as well. */
export function readSearch(field: Field, typed: string): Reading {
  return readSearchBy(field, typed, { now: today(), text: readText })
}

/** The search value as people read it: `< 2027-12-31`, `2027-01-01 ~ 2027-01-31`. */
export function showSearch(field: Field, value: Value): string {
  if (typeof value !== 'string') return showText(field, value)
  const parts = splitSearch(field, value)
  const shown = (text: string) =>
    field.kind === 'number' && text !== '' && Number.isFinite(Number(text))
      ? showText(field, Number(text))
      : showText(field, text)
  switch (parts.form) {
    case 'compare':
      return `${parts.operator} ${shown(parts.operand)}`
    case 'range':
      return `${shown(parts.from)} ~ ${shown(parts.to)}`
    case 'list':
      return parts.operands.map(shown).join(', ')
    case 'pattern':
    case 'plain':
      return shown(parts.text)
  }
}

/** What may be typed into a search field: in a date also operators, hyphens and a second day. */
export function keepSearchable(field: Field, typed: string): string {
  if (!isDated(field) || !/[<>=!~%,]/.test(typed)) return keepTypeable(field, typed)
  // Operators stand between days; a day that has its year takes no letters but those of its parts.
  return typed.replace(/[^<>=!~%,]+/g, (day) => {
    if (!/^\s*\d{4}/.test(day)) return day
    return day.replace(/[^\d\s./:T년월일시분-]/g, '')
  })
}
