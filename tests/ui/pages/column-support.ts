import type { Field } from '#kernel/field.ts'
import { flag as flagField, text } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'
import { resolveColumn } from '#kernel/screen.ts'
import { columnLabels, testLabel } from '#tests/support/labels.ts'

export const flag = flagField(columnLabels.USE_YN)
export const month: Field = { ...text(testLabel('Month')), kind: 'month' }

export function pickColumns(fields: Readonly<Record<string, Field>>): [Column, Column] {
  const names = Object.keys(fields)
  const resolved = names.map((field) => resolveColumn('test', fields, { field, editable: true }))
  const [first, second] = resolved
  if (!first || !second) throw new Error('two columns are needed')
  return [first, second]
}
