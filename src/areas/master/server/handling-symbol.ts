import { hasCheckDigit } from '#kernel/gs1/check-digit.ts'
import type { PrintedLabel } from '#server/print/label-sheet.ts'
import { symbolFor } from '#server/print/own-number-label.ts'
import { ownLabelText } from '../rules/own-label.ts'

export type HandlingKind = 'PLT' | 'BOX'

/**
 * The symbol of a pallet's or box's number on its label: an SSCC of a pallet as every partner reads
 * it, any other number as our stations do.
 */
export function handlingSymbol(
  kind: HandlingKind,
  number: string,
  widthMm: number,
): PrintedLabel['symbols'][number] {
  const isSscc = kind === 'PLT' && /^\d{18}$/.test(number) && hasCheckDigit(number)
  if (isSscc) return { symbology: 'gs1-128', text: `(00)${number}` }
  return symbolFor(ownLabelText(kind, number), widthMm)
}

/** The label of a pallet or a box: its number in large, with what every station reads of it. */
export function handlingLabel(
  kind: HandlingKind,
  number: string,
  lines: PrintedLabel['lines'],
  widthMm: number,
): PrintedLabel {
  return { title: number, lines, symbols: [handlingSymbol(kind, number, widthMm)], copies: 1 }
}
