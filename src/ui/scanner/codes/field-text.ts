import { isDay } from '#kernel/calendar.ts'
import { groupSeparator } from '#kernel/gs1/group-separator.ts'
import { acceptedParts, partText, type FieldMeaning } from './field-meaning.ts'
import type { InterpretedScan, ScanPartKind } from './scan-part.ts'

const plainKinds: readonly ScanPartKind[] = ['item', 'handling-unit', 'unknown']

export function isPlain({ parts }: InterpretedScan): boolean {
  return parts.length === 1 && parts.every(({ kind }) => plainKinds.includes(kind))
}

/** Longer numbers are codes, not quantities. */
const quantityDigits = /^\d{1,6}$/

/**
 * Text a field accepts from a code: the matching part, otherwise a plain number or text if the
 * field can contain one. Undefined if the code is known to be something else. A barcode is not a
 * quantity.
 */
export function fieldText(scan: InterpretedScan, field: FieldMeaning): string | undefined {
  if (field.isReadOnly) return undefined
  const match = acceptedParts(field)
    .map((kind) => scan.parts.find((candidate) => candidate.kind === kind))
    .find(Boolean)
  if (match) return partText(match)
  const [only] = scan.parts
  if (!only || !isPlain(scan)) return undefined
  const text = only.value.replaceAll(groupSeparator, '')
  switch (field.kind) {
    case 'text':
      return text
    case 'number':
      return quantityDigits.test(text) ? text : undefined
    case 'lookup':
    case 'select':
      return only.kind === 'unknown' ? text : undefined
    // An eight-digit date can look like a short barcode.
    case 'date':
      return isDay(text) ? text : undefined
    default:
      return undefined
  }
}
