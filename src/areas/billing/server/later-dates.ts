import { label, type Label } from '#kernel/label.ts'
import { badRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'

export const workAfterToday = label(
  '작업일은 오늘보다 늦을 수 없습니다.',
  'The service day cannot be after today.',
)
export const paidAfterToday = label(
  '입금일은 오늘보다 늦을 수 없습니다.',
  'The payment date cannot be after today.',
)

/** Throws for rows whose date is after today. */
export function rejectLaterDates({ rows, today }: SaveCall, column: string, text: Label): void {
  const errors = rows.flatMap(({ no: row, values }): RowError[] =>
    String(values[column] ?? '') > today ? [{ row, column, text }] : [],
  )
  if (errors.length > 0) throw badRows(errors)
}
