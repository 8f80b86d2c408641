import type { Label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from './handler.ts'

/**
 * Rejects rows that refer to the same record twice in `columns`, because they could contradict each
 * other. The error is reported on the last of the columns.
 */
export function rejectRepeatedRows(
  { rows }: SaveCall,
  columns: readonly [string, ...string[]],
  text: Label,
): void {
  const column = columns.at(-1) ?? columns[0]
  const seen = new Set<string>()
  const errors = rows.flatMap(({ no: row, values }): RowError[] => {
    const key = JSON.stringify(columns.map((name) => values[name] ?? null))
    const isTwice = seen.has(key)
    seen.add(key)
    return isTwice ? [{ row, column, text }] : []
  })
  if (errors.length) throw invalidRows(errors)
}
