import type { Field } from '#kernel/field.ts'

export function sqlType(field: Field | undefined): string {
  if (!field) return 'text'
  if (field.kind === 'number' || field.kind === 'progress') return 'numeric'
  if (field.kind === 'date') return 'date'
  return 'text'
}
