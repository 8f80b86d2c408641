import { groupSeparator } from '#kernel/gs1/element-string.ts'
import type { InterpretedScan, ScanPartKind } from './scan-code.ts'

/** What a field of a kind takes from a code, in this order. */
const wanted: Readonly<Record<string, readonly ScanPartKind[]>> = {
  date: ['valid-date', 'made-date'],
  number: ['quantity', 'net-weight'],
  text: ['item', 'handling-unit', 'lot', 'serial'],
}

/**
 * What a text field makes of a code nobody else means: the code as it was scanned, what stands on a
 * label of our own, or the part of a GS1 code or of an owner's that suits the kind of the field. A
 * GTIN is written as the master has it, without the zero that makes 13 digits 14.
 */
export function fieldText(scan: InterpretedScan, kind: string): string {
  const [only, ...others] = scan.parts
  if (only && scan.format.endsWith('-label')) return only.value
  if (!scan.format.startsWith('gs1') && others.length === 0) return scan.code
  const kinds = wanted[kind] ?? wanted['text'] ?? []
  const part = kinds
    .map((each) => scan.parts.find((candidate) => candidate.kind === each))
    .find(Boolean)
  if (!part) return scan.code.replaceAll(groupSeparator, '')
  return part.kind === 'item' ? part.value.replace(/^0(?=\d{13}$)/, '') : part.value
}
