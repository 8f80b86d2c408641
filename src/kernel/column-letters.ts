/** Columns of an xlsx worksheet, A to XFD (ECMA-376). */
export const COLUMNS_MAX = 16_384

const LETTERS = 26
const CODE_OF_A = 65

/** Zero-based index of a column, in either case; undefined if the sheet has no such column. */
export function columnIndex(letters: string): number | undefined {
  const written = letters.trim().toUpperCase()
  if (!/^[A-Z]{1,3}$/.test(written)) return undefined
  let position = 0
  for (const letter of written) {
    position = position * LETTERS + letter.charCodeAt(0) - CODE_OF_A + 1
  }
  return position <= COLUMNS_MAX ? position - 1 : undefined
}

/** Letters of a zero-based column: 0 is A, 16383 is XFD. Throws RangeError outside the sheet. */
export function columnLetters(index: number): string {
  if (!Number.isInteger(index) || index < 0 || index >= COLUMNS_MAX) {
    throw new RangeError(`column ${index} is outside A to XFD`)
  }
  let letters = ''
  // Letters count from 1 (there is no zero digit), so one is subtracted before every division.
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(CODE_OF_A + ((rest - 1) % LETTERS)) + letters
  }
  return letters
}
