const number = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?\s*$/i
/** Three digits after a comma: a decimal comma, or thousands. */
const isAmbiguous = /^\s*[+-]?\d{1,3}(?:,\d{3})+\s*$/

/**
 * Text to read instead of a number that some programs write in the format of their country, as in
 * `1,5` or `1 234`. SheetJS would read its leading digits. An ambiguous number becomes an Excel
 * error. Undefined for a number, and for a text without leading digits, which is NaN.
 */
export function malformedNumberText(written: string): string | undefined {
  if (number.test(written) || Number.isNaN(Number.parseFloat(written))) return undefined
  if (!/\d/.test(written)) return undefined
  return isAmbiguous.test(written) ? '#NUM!' : written.trim()
}
