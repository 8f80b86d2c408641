import { stripSeparators } from '#kernel/strip-separators.ts'
import type { Fields } from '#kernel/field.ts'
import { isFreeText, tidyText, toHalfWidth } from '#kernel/tidy-text.ts'

/**
 * Normalizes codes, lots, numbers, dates and flags: `ＡＢ－１` typed or scanned with a Korean input
 * method becomes `AB-1`. Free text retains its full-width letters. In all texts, special spaces
 * become ordinary ones. Blank values become null, which activates the field's default.
 */
export function tidyRow(
  fields: Fields,
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const changed: [string, string | null][] = []
  for (const [column, value] of Object.entries(row)) {
    const field = Object.hasOwn(fields, column) ? fields[column] : undefined
    if (!field) continue
    // A code that consists of digits can arrive as a number.
    const isText = field.kind !== 'number' && field.kind !== 'progress'
    if (typeof value === 'number' && isText) changed.push([column, String(value)])
    if (typeof value !== 'string') continue
    const text = isFreeText(field) ? tidyText(value) : tidyText(toHalfWidth(value))
    const tidied = field.closedUp === true ? stripSeparators(toHalfWidth(text)) : text
    if (tidied === '') changed.push([column, null])
    else if (tidied !== value) changed.push([column, tidied])
  }
  return changed.length ? { ...row, ...Object.fromEntries(changed) } : row
}
