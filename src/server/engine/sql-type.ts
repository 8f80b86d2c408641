import type { Field } from '#kernel/field.ts'

/**
 * Type of a field in a statement. Whole numbers are integers, because a key compared with a numeric
 * is not looked up in its index.
 */
export function sqlType(field: Field | undefined): string {
  if (!field) return 'text'
  if (field.kind === 'number') return field.scale === 0 ? 'bigint' : 'numeric'
  if (field.kind === 'progress') return 'numeric'
  if (field.kind === 'date') return 'date'
  return 'text'
}
