import { isDay } from '#kernel/calendar.ts'
import { groupSeparator } from '#kernel/gs1/group-separator.ts'
import { partsFor, partText, type FieldMeaning } from './field-meaning.ts'
import type { InterpretedScan, ScanPartKind } from './scan-part.ts'

/** Kinds that are one plain number or text, which may be anything somebody has written down. */
const plainKinds: readonly ScanPartKind[] = ['item', 'handling-unit', 'unknown']

/** Whether a code is one plain number or text, and says of nothing else what it is. */
export function isPlain({ parts }: InterpretedScan): boolean {
  return parts.length === 1 && parts.every(({ kind }) => plainKinds.includes(kind))
}

/** A number that a sheet of quantities may hold; what is longer is a number of goods. */
const quantityDigits = /^\d{1,6}$/

/**
 * What a field makes of a code: the part it means, else a plain number or text as it is where the
 * field can hold one. Undefined where the code says it is something else: a barcode is no quantity,
 * and a pallet no owner.
 */
export function fieldText(scan: InterpretedScan, field: FieldMeaning): string | undefined {
  if (field.isReadOnly) return undefined
  const meant = partsFor(field)
    .map((kind) => scan.parts.find((candidate) => candidate.kind === kind))
    .find(Boolean)
  if (meant) return partText(meant)
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
    // A day of eight digits may look like a short barcode.
    case 'date':
      return isDay(text) ? text : undefined
    default:
      return undefined
  }
}
