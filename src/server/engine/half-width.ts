import type { Fields } from '#kernel/field.ts'

/** Full-width forms of ASCII and the wide space, which input methods for Korean leave behind. */
const wide = /[\uFF01-\uFF5E\u3000]/g

function plain(text: string): string {
  return text.replaceAll(wide, (char) =>
    char === '\u3000' ? ' ' : String.fromCodePoint((char.codePointAt(0) ?? 0) - 0xfee0),
  )
}

/**
 * The row with codes, numbers, dates and flags in plain letters, so that `ＡＢ－１` typed or scanned
 * with a Korean input method is the `AB-1` that everybody else means. Free text stays as typed.
 */
export function halfWidth(
  fields: Fields,
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const changed: [string, string][] = []
  for (const [column, value] of Object.entries(row)) {
    if (typeof value !== 'string' || value.search(wide) < 0) continue
    const field = Object.hasOwn(fields, column) ? fields[column] : undefined
    const isFreeText = field?.kind === 'text' && !field.upperCase && !field.digitsOnly
    if (field && !isFreeText) changed.push([column, plain(value)])
  }
  return changed.length ? { ...row, ...Object.fromEntries(changed) } : row
}
