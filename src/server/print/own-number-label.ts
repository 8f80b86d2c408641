import { fitsLabel } from './barcode.ts'
import type { PrintedLabel } from './label-sheet.ts'

/**
 * Chooses a barcode for a label of the given width in mm: linear if the bars stay wide enough for
 * hand scanners, otherwise a Data Matrix.
 */
export function symbolFor(text: string, widthMm: number): PrintedLabel['symbols'][number] {
  return { symbology: fitsLabel('code128', text, widthMm) ? 'code128' : 'datamatrix', text }
}

export function ownNumberLabel(
  title: string,
  text: string,
  lines: PrintedLabel['lines'],
  widthMm: number,
): PrintedLabel {
  return { title, lines, symbols: [symbolFor(text, widthMm)], copies: 1 }
}
