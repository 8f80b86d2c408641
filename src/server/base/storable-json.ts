import { label } from '#kernel/label.ts'
import { AppError } from './app-error.ts'

const escapes = /\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|u[0-9a-f]{4}|[^])/gi
const unstorableEscape = /\\u(?:0000|d[89a-f])/i
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/**
 * Drops escapes that pasted text can contain but PostgreSQL cannot store: NUL and lone surrogates.
 */
export function toStorableJson(json: string): string {
  if (!unstorableEscape.test(json)) return json
  return json.replaceAll(escapes, (escape) => {
    const isHalf = escape.length === 6 && /^\\ud[89a-f]/i.test(escape)
    return isHalf || escape === '\\u0000' ? '' : escape
  })
}

export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/**
 * Rejects a parsed body with NUL or lone surrogates in a text or key. Removing them would change or
 * drop a search value. Throws AppError 400 naming the position.
 */
export function assertStorable(json: string, parsed: unknown): void {
  const found = unstorableEscape.test(json) ? findUnstorable(parsed, []) : undefined
  if (!found) return
  const where = found.path.map((part) => part.toWellFormed().replaceAll('\0', '\uFFFD')).join('.')
  const code = (
    found.text.includes('\0') ? 0 : (loneSurrogate.exec(found.text)?.[0].charCodeAt(0) ?? 0)
  )
    .toString(16)
    .toUpperCase()
    .padStart(4, '0')
  throw new AppError(
    400,
    'TEXT_INVALID',
    label(
      `'${where}'에 읽을 수 없는 문자(U+${code})가 있습니다. 지우고 다시 시도하세요.`,
      `'${where}' contains an unreadable character (U+${code}). Remove it and try again.`,
    ),
  )
}

interface UnstorableText {
  readonly path: readonly string[]
  readonly text: string
}

function findUnstorable(value: unknown, path: readonly string[]): UnstorableText | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : { path, text: value }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const inside = [...path, name]
    const found = isStorable(name) ? findUnstorable(inner, inside) : { path: inside, text: name }
    if (found) return found
  }
  return undefined
}
