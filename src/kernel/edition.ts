import { code, date, text, type Fields } from './field.ts'
import { label } from './label.ts'
import type { Table } from './table.ts'

/**
 * Columns of a list that somebody else publishes and that comes as editions: the edition a row was
 * last changed by, and the day its code was withdrawn. A withdrawn code stays readable.
 */
export const editionFields = {
  EDITION_CD: code(label('판', 'Edition'), { width: 90 }),
  WITHDRAWN_DT: date(label('폐지일', 'Withdrawn on')),
} as const

/** Whether a table is a list that comes as editions. */
export function hasEditions({ fields }: Pick<Table, 'fields'>): boolean {
  return Object.keys(editionFields).every((name) => Object.hasOwn(fields, name))
}

/**
 * Searched by on lists of many codes: the beginning of a code, any part of a name, or its initials,
 * on either keyboard layout.
 */
export const findField = {
  FIND: text(label('찾기', 'Find'), { width: 150, lengthMax: 100 }),
} as const satisfies Fields
