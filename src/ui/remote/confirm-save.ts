import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { showMessage } from '#ui/windows/message.tsx'
import { CallError } from './api.ts'

const maxShown = 8

/**
 * Prompts for the confirmations of a rejected save. Returns the request body with these added.
 * Rethrows the error if it contains no question or the user cancels; the page then shows the
 * questions on their rows.
 */
export async function confirmSave(body: object, error: unknown): Promise<object> {
  if (!(error instanceof CallError) || error.code !== 'CONFIRM') throw error
  const texts = [...new Set(error.rows.map(({ POERROR }) => POERROR))]
  const more = texts.length - maxShown
  const shown = [
    ...texts.slice(0, maxShown),
    ...(more > 0 ? [t(label(`외 ${formatCount(more)}건`, `${formatCount(more)} more`))] : []),
    t(label('입력한 대로 저장할까요?', 'Save as entered?')),
  ]
  if (!(await showMessage({ kind: 'question', text: shown.join('\n') }))) throw error
  const before: unknown = Reflect.get(body, 'CONFIRMED')
  const confirmed = error.rows.flatMap(({ CONFIRM }) => CONFIRM ?? [])
  return { ...body, CONFIRMED: [...(Array.isArray(before) ? before : []), ...confirmed] }
}
