import type { WireRow } from './field.ts'

/** Who changed a row last: shown at the end of every master grid. */
export const changeColumns = ['UPDATED_BY', 'UPDATED_AT'] as const

/** Key columns are typed into new rows only: once saved they name the row. */
export function isNew(row: WireRow): boolean {
  return (row['VERSION'] ?? null) === null
}

/** Columns that may be typed into in every row. */
export function editable<N extends string>(...names: N[]): { field: N; editable: true }[] {
  return names.map((field) => ({ field, editable: true }))
}
