import type { WireRow } from './field.ts'

export const changeColumns = ['UPDATED_BY', 'UPDATED_AT'] as const

/**
 * True for an unsaved row. Key columns are editable only in these, because they identify a saved
 * row.
 */
export function isUnsavedRow(row: WireRow): boolean {
  return (row['VERSION'] ?? null) === null
}

export function editableColumns<N extends string>(...names: N[]): { field: N; editable: true }[] {
  return names.map((field) => ({ field, editable: true }))
}
