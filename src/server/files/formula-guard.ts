/**
 * Excel runs a text that begins with one of these as a formula, in CSV files above all, and Korean
 * and Japanese ones take the full-width signs for the plain ones. A text
 * that already begins with apostrophes before one of them gets one more, so that stripping one
 * gives back exactly what was written.
 */
const formulaStart = /^'*[=+\-@＝＋－＠\t\r\n\0]/
const guardedStart = /^'+[=+\-@＝＋－＠\t\r\n\0]/

/** The text with a leading apostrophe when a spreadsheet would take it for a formula. */
export function addFormulaGuard(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

/** The opposite of {@link addFormulaGuard}: takes off exactly one leading apostrophe. */
export function stripFormulaGuard(text: string): string {
  return guardedStart.test(text) ? text.slice(1) : text
}
