import { hasCheckDigit } from '#kernel/gs1/check-digit.ts'
import type { PrintedLabel } from '#server/print/label-sheet.ts'
import { symbolFor } from '#server/print/own-number-label.ts'
import { ownLabelText } from '../rules/own-label.ts'

/**
 * The symbol of a pallet's or box's number on its label: an SSCC of a pallet as every partner reads
 * it, any other number as our stations do.
 */
export function handlingSymbol(
  kind: 'PLT' | 'BOX',
  number: string,
  widthMm: number,
): PrintedLabel['symbols'][number] {
  const isSscc = kind === 'PLT' && /^\d{18}$/.test(number) && hasCheckDigit(number)
  if (isSscc) return { symbology: 'gs1-128', text: `(00)${number}` }
  return symbolFor(ownLabelText(kind, number), widthMm)
}
