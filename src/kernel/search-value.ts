import type { Field } from './field.ts'

/** A search value as typed: an operator may stand in front, `A~B` is a range, `%` stands for any text. */
export interface SearchCondition {
  readonly operator: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'like' | 'not like' | 'in' | 'between'
  readonly values: readonly string[]
}

/**
 * Reads a search value. Text fields find what contains the typed text unless `=` stands in front;
 * codes, numbers and dates are met exactly, and texts that are searched whole. `A,B,C` is any of them.
 */
export function parseSearch(field: Field, typed: string): SearchCondition | undefined {
  const given = typed.normalize('NFC').trim()
  if (given === '') return undefined
  const [, operator, rest = ''] = /^(<=|>=|!=|<>|<|>|=|!)?\s*(.*)$/s.exec(given) ?? []
  const value = field.kind === 'date' ? rest.replace(/[-./](?=\d)/g, '') : rest
  const text = field.upperCase ? value.toUpperCase() : value
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
