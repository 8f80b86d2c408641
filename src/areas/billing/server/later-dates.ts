import { addDays } from '#kernel/calendar.ts'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'

export const workTooFarAhead = label(
  '작업일이 너무 늦습니다. 올해 안의 날짜를 입력하세요.',
  'The service day is too far ahead. Enter a date of this year.',
)
export const paidAfterToday = label(
  '입금일은 오늘보다 늦을 수 없습니다.',
  'The payment date cannot be after today.',
)

/** Last date of work that can be billed ahead: of this year, or a month ahead in December. */
export function getLastWorkDay(today: string): string {
  const [yearEnd, monthAhead] = [`${today.slice(0, 4)}1231`, addDays(today, 31)]
  return monthAhead > yearEnd ? monthAhead : yearEnd
}

/** Throws for rows whose date is after `last`, by default today. */
export function rejectLaterDates(
  { rows, today }: SaveCall,
  column: string,
  text: Label,
  last = today,
): void {
  const errors = rows.flatMap(({ no: row, values }): RowError[] =>
    String(values[column] ?? '') > last ? [{ row, column, text }] : [],
  )
  if (errors.length > 0) throw invalidRows(errors)
}
