import { howMany } from '#kernel/how-many.ts'
import type { Fields, WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { message, t } from '#ui/base/language.ts'

/** Why a save did not begin. */
export function notSaved(faulty: number): Label {
  const count = faulty
  return label(
    `오류 ${howMany(count)}행이 있어 저장하지 않았습니다. 수정하거나 제외한 뒤 다시 저장하세요.`,
    `Not saved: ${howMany(count, 'row has', 'rows have')} errors. Correct or exclude them, then save again.`,
  )
}

/** What went wrong, in the words of whoever said it. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Names the required facts of a header that are still empty; nothing when all are there. */
export function emptyFacts(fields: Fields, header: WireRow): string | undefined {
  const empty = Object.entries(fields)
    .filter(([name, field]) => field.required && (header[name] ?? '') === '')
    .map(([, field]) => t(field.label))
  return empty.length > 0 ? message('MSG000012', empty.join(', ')) : undefined
}
