import type { Field } from './field.ts'
import { stripSeparators } from './strip-separators.ts'
import { isFreeText, tidyText, toHalfWidth } from './tidy-text.ts'

/**
 * Parsed search value. A leading operator, `A~B` for a range and `%` for any text are supported.
 */
export interface SearchCondition {
  readonly operator: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'like' | 'not like' | 'in' | 'between'
  readonly values: readonly string[]
}

/** Tildes of Korean and Japanese input methods and word processors. */
const tildes = /[\u301C\u223C]/g

/** Converts full-width letters and operators of a search to ASCII, as codes are stored. */
export function toSearchText(field: Parameters<typeof isFreeText>[0], typed: string): string {
  return isFreeText(field) ? typed : toHalfWidth(typed).replaceAll(tildes, '~')
}

/**
 * Parses a search value. Text fields match texts that contain the value, unless `=` precedes it.
 * Codes, numbers, dates and `searchedWhole` texts match exactly. `A,B,C` matches any of the values.
 */
export function parseSearch(field: Field, typed: string): SearchCondition | undefined {
  const given = tidyText(toSearchText(field, typed))
  if (given === '') return undefined
  const [, operator, value = ''] = /^(<=|>=|!=|<>|<|>|=|!)?\s*(.*)$/s.exec(given) ?? []
  const cased = field.upperCase ? value.toUpperCase() : value
  const text = field.closedUp === true ? stripSeparators(cased) : cased
  if (text === '') return undefined
  if (operator === '!=' || operator === '<>' || operator === '!') {
    return { operator: text.includes('%') ? 'not like' : '!=', values: [text] }
  }
  if (operator !== undefined) return { operator: operator as '=', values: [text] }
  const range = /^([^~]+)~([^~]+)$/.exec(text)
  if (range?.[1] && range[2])
    return { operator: 'between', values: [range[1].trim(), range[2].trim()] }
  if (text.includes(',')) {
    return {
      operator: 'in',
      values: text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    }
  }
  if (text.includes('%')) return { operator: 'like', values: [text] }
  const isFreeText = field.kind === 'text' && !field.upperCase && !field.searchedWhole
  return isFreeText
    ? { operator: 'like', values: [`%${text}%`] }
    : { operator: '=', values: [text] }
}
