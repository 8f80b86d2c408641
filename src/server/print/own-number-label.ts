import { fitsLabel } from './barcode.ts'
import type { PrintedLabel } from './label-sheet.ts'

/**
 * The symbol of a text on a label so many millimetres wide: bars where they stay as broad as hand
 * scanners read, else a square.
 */
export function symbolFor(text: string, widthMm: number): PrintedLabel['symbols'][number] {
  return { symbology: fitsLabel('code128', text, widthMm) ? 'code128' : 'datamatrix', text }
}

/** A label of one thing of the site, in large, with what the stations read of it. */
export function ownNumberLabel(
  title: string,
  text: string,
  lines: PrintedLabel['lines'],
  widthMm: number,
): PrintedLabel {
  return { title, lines, symbols: [symbolFor(text, widthMm)], copies: 1 }
}
