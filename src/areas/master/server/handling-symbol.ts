import { hasCheckDigit } from '#kernel/gs1/check-digit.ts'
import type { PrintedLabel } from '#server/print/label-sheet.ts'
import { symbolFor } from '#server/print/own-number-label.ts'
import { ownLabelText } from '../rules/own-label.ts'

export type HandlingKind = 'PLT' | 'BOX'

/**
 * Symbol for a pallet or box number. A pallet's SSCC is GS1-128, which every partner can read. Any
 * other number uses our own format.
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

export function handlingLabel(
  kind: HandlingKind,
  number: string,
  lines: PrintedLabel['lines'],
  widthMm: number,
): PrintedLabel {
  return { title: number, lines, symbols: [handlingSymbol(kind, number, widthMm)], copies: 1 }
}
