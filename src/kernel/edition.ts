import { code, date, text, type Fields } from './field.ts'
import { label } from './label.ts'
import type { Table } from './table.ts'

/**
 * Columns of an externally published list that is released in editions: the edition that last
 * changed a row, and the date its code was withdrawn. A withdrawn code remains readable.
 */
export const editionFields = {
  EDITION_CD: code(label('판', 'Edition'), { width: 90 }),
  WITHDRAWN_DT: date(label('폐지일', 'Withdrawal date')),
} as const

export function hasEditions({ fields }: Pick<Table, 'fields'>): boolean {
  return Object.keys(editionFields).every((name) => Object.hasOwn(fields, name))
}

/**
 * Search field of lists with many codes. Matches the start of a code, any part of a name, or its
 * initials, on either keyboard layout.
 */
export const combinedSearchField = {
  FIND: text(label('찾기', 'Find'), { width: 150, maxLength: 100 }),
} as const satisfies Fields
