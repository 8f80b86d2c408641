import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { SaveResult } from '#server/engine/handler.ts'

/** Messages show only a few notices. The stock reports list all of them. */
const maxNotices = 3

export function withNotices(result: SaveResult, notices: readonly Label[]): SaveResult {
  if (notices.length === 0) return result
  const shown = notices.slice(0, maxNotices)
  const more = notices.length - shown.length
  const rest = more > 0 ? [label(`외 ${formatCount(more)}건.`, `${formatCount(more)} more.`)] : []
  const texts = [...(result.message ? [result.message] : []), ...shown, ...rest]
  return {
    ...result,
    message: label(texts.map(({ ko }) => ko).join(' '), texts.map(({ en }) => en).join(' ')),
    warns: true,
  }
}
