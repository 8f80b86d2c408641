import { closedUp } from '#kernel/closed-up.ts'
import type { Fields } from '#kernel/field.ts'

/** Full-width ASCII and the ideographic space, which Korean input methods produce. */
const wide = /[\uFF01-\uFF5E\u3000]/g

function plain(text: string): string {
  return text.replaceAll(wide, (char) =>
    char === '\u3000' ? ' ' : String.fromCodePoint((char.codePointAt(0) ?? 0) - 0xfee0),
  )
}

/**
 * Normalizes codes, numbers, dates and flags: `ＡＢ－１` typed or scanned with a Korean input method
 * becomes `AB-1`. Free text is unchanged. Blank values are removed, which activates the field's
 * default.
 */
export function tidyRow(
  fields: Fields,
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const changed: [string, string | null][] = []
  for (const [column, value] of Object.entries(row)) {
    const field = Object.hasOwn(fields, column) ? fields[column] : undefined
    if (!field) continue
    // A code of digits can arrive as a number.
    const isText = field.kind !== 'number' && field.kind !== 'progress'
    if (typeof value === 'number' && isText) changed.push([column, String(value)])
    if (typeof value !== 'string') continue
    const isFreeText = field.kind === 'text' && !field.upperCase && !field.digitsOnly
    if (value.trim() === '') changed.push([column, null])
    else if (field.closedUp === true) changed.push([column, closedUp(plain(value))])
    else if (!isFreeText && value.search(wide) >= 0) changed.push([column, plain(value)])
  }
  return changed.length ? { ...row, ...Object.fromEntries(changed) } : row
}
