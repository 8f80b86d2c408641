import type { WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import type { CallError } from '#ui/remote/api.ts'
import { refusalText } from './refusal-text.ts'

type SentRow = Readonly<Partial<WireRow>>

/** The rows are not marked on the page: only their reasons tell what to do. */
export function rejectedText(error: CallError, rows: readonly SentRow[]): string {
  if (error.rows.length === 0) return error.message
  if (rows.length === 1) return refusalText(error)
  const reasons = error.rows.map(({ ROW, POERROR }) => `${rowName(rows[ROW - 1])}: ${POERROR}`)
  const none = label('아무것도 처리하지 않았습니다.', 'Nothing was done.')
  return [t(none), ...new Set(reasons)].join('\n')
}

/** Names a row by the values that select it. */
function rowName(row: SentRow = {}): string {
  return Object.values(row).filter(Boolean).join(' ')
}

/** Question before a procedure that cannot be undone. */
export function finalQuestion(title: Label, final: Label, rows: readonly SentRow[]): string {
  const name = rows.length === 1 ? ` (${rowName(rows[0])})` : ''
  const text = label(
    `${title.ko} ${formatCount(rows.length)}건${name}: ${final.ko} 계속할까요?`,
    `${title.en}, ${formatCount(rows.length, 'row')}${name}: ${final.en} Continue?`,
  )
  return t(text)
}

export function unavailableText(name: string, isOutOfState: boolean): string {
  const text = isOutOfState
    ? label(
        `${name}: 선택한 행의 상태에서는 할 수 없습니다.`,
        `${name}: not possible in the status of the selected rows.`,
      )
    : label(`${name}: 여기서는 사용할 수 없습니다.`, `${name}: not available here.`)
  return t(text)
}
