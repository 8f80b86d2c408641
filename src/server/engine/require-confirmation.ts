import { unconfirmedRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from './handler.ts'

/**
 * Requires confirmation of rows that are possible but unlikely. Throws AppError 409 with the
 * questions that the caller has not confirmed. A question is identified by its text, so a changed
 * value is a new question.
 */
export function requireConfirmation(
  { confirmed = new Set() }: Pick<SaveCall, 'confirmed'>,
  doubts: readonly RowError[],
): void {
  if (confirmed === 'all') return
  const confirmations = doubts.map((doubt) => {
    const { row, column = '', text } = doubt
    return { ...doubt, question: `${row}|${column}|${text.en}` }
  })
  const open = confirmations.filter(({ question }) => !confirmed.has(question))
  if (open.length > 0) throw unconfirmedRows(open)
}
