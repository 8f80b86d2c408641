/**
 * Excel runs text that starts with one of these characters as a formula, particularly in CSV.
 * Korean and Japanese Excel also accept full-width forms. Text already starting with apostrophes
 * before such a character gets one more, so stripping one restores the original.
 */
const formulaStart = /^'*[=+\-@＝＋－＠\t\r\n\0]/
const guardedStart = /^'+[=+\-@＝＋－＠\t\r\n\0]/

/** Adds a leading apostrophe if a spreadsheet would run the text as a formula. */
export function addFormulaGuard(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

/**
 * Doubles the apostrophe of text that already looks guarded. Text cells of an .xlsx never run as
 * formulas and need no other guard.
 */
export function escapeFormulaGuard(text: string): string {
  return guardedStart.test(text) ? `'${text}` : text
}

/**
 * Inverse of {@link addFormulaGuard} and {@link escapeFormulaGuard}: removes exactly one leading
 * apostrophe.
 */
export function stripFormulaGuard(text: string): string {
  return guardedStart.test(text) ? text.slice(1) : text
}
