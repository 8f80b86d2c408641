import { gs1Date } from '#kernel/gs1/gs1-date.ts'
import { readDigitalLink } from '#kernel/gs1/digital-link.ts'
import { readBracketed, readElementString } from '#kernel/gs1/element-string.ts'
import { groupSeparator } from '#kernel/gs1/group-separator.ts'
import type { Gs1Element, Gs1Reading } from '#kernel/gs1/gs1-reading.ts'
import type { ScanInterpreter, ScanPart, ScanPartKind } from './scan-part.ts'

/**
 * AIM identifiers that declare GS1 (ISO/IEC 15424): Code 128, DataBar, composites, and Data Matrix,
 * QR and DotCode, each with and without the extended channel.
 */
const formats: Readonly<Record<string, string>> = {
  ']C1': 'gs1-128',
  ']e0': 'gs1-databar',
  ']e1': 'gs1-composite',
  ']e2': 'gs1-composite',
  ']d2': 'gs1-datamatrix',
  ']d5': 'gs1-datamatrix',
  ']Q3': 'gs1-qr',
  ']Q4': 'gs1-qr',
  ']J1': 'gs1-dotcode',
  ']J4': 'gs1-dotcode',
}

export function isGs1Symbology(symbology: string | undefined): boolean {
  return symbology !== undefined && Object.hasOwn(formats, symbology)
}

/** Meaning of each application identifier. The first match per meaning counts. */
const meanings: readonly (readonly [ai: RegExp, kind: ScanPartKind])[] = [
  [/^01$/, 'item'],
  [/^02$/, 'item'],
  [/^03$/, 'item'],
  [/^8006$/, 'item'],
  [/^00$/, 'handling-unit'],
  [/^10$/, 'lot'],
  [/^21$/, 'serial'],
  [/^17$/, 'valid-date'],
  [/^7003$/, 'valid-date'],
  [/^15$/, 'valid-date'],
  [/^16$/, 'valid-date'],
  [/^11$/, 'made-date'],
  [/^30$/, 'quantity'],
  [/^37$/, 'quantity'],
  [/^310[0-5]$/, 'net-weight'],
]

function toPart({ ai, value }: Gs1Element, kind: ScanPartKind, year: number): ScanPart | undefined {
  if (kind === 'item') {
    const gtin = value.slice(0, 14)
    const level = Number(gtin[0])
    return { kind, value: gtin, gtin14: gtin, ...(level > 0 ? { packagingLevel: level } : {}) }
  }
  if (kind === 'valid-date' || kind === 'made-date') {
    const date = gs1Date(value.slice(0, 6), year)
    return date === undefined ? undefined : { kind, value: date }
  }
  // The last digit of the identifier is the number of decimals.
  if (kind === 'net-weight') return { kind, value: String(Number(value) / 10 ** Number(ai[3])) }
  return { kind, value: kind === 'quantity' ? String(Number(value)) : value }
}

function toParts(elements: readonly Gs1Element[], year: number): ScanPart[] {
  const parts: ScanPart[] = []
  for (const [ai, kind] of meanings) {
    const element = elements.find((candidate) => ai.test(candidate.ai))
    if (!element || parts.some((known) => known.kind === kind)) continue
    const created = toPart(element, kind, year)
    if (created) parts.push(created)
  }
  const isByMeasure = parts.some(({ packagingLevel }) => packagingLevel === 9)
  const isCounted = parts.some(({ kind }) => kind === 'quantity')
  if (!isByMeasure || isCounted) return parts
  // Variable-measure items have no pieces, so their quantity is the weight on the label.
  return parts.map((part) => (part.kind === 'net-weight' ? { ...part, kind: 'quantity' } : part))
}

/** Text that does not declare GS1 counts as GS1 only if it parses completely. */
function parsesAsGs1(text: string): boolean {
  return /^(?:0[12]\d{14}|00\d{18})/.test(text)
}

/**
 * Reads GS1 element strings, bracketed text and Digital Links. A malformed code that declares GS1
 * is rejected. A code that merely resembles GS1 stays text with a warning.
 */
export function gs1Code(currentYear: () => number): ScanInterpreter {
  return ({ text, symbology }) => {
    const year = currentYear()
    const named = symbology === undefined ? undefined : formats[symbology]
    const link = readDigitalLink(text, year)
    if (link) return interpretReading(link, text, 'gs1-link', true, year)
    if (/^\(\d{2,4}\)/.test(text)) {
      return interpretReading(readBracketed(text, year), text, 'gs1-text', true, year)
    }
    const isCertain = named !== undefined || text.includes(groupSeparator)
    if (!isCertain && !parsesAsGs1(text)) return undefined
    const reading = readElementString(text, year)
    return interpretReading(reading, text, named ?? 'gs1', isCertain, year)
  }
}

function interpretReading(
  reading: Gs1Reading,
  text: string,
  format: string,
  isCertain: boolean,
  year: number,
): ReturnType<ScanInterpreter> {
  if (reading.ok) {
    const parts = toParts(reading.elements, year)
    // A code without relevant elements, such as a coupon, is still text.
    return { format, parts: parts.length > 0 ? parts : [{ kind: 'unknown', value: text }] }
  }
  const parts = [{ kind: 'unknown' as const, value: text }]
  if (isCertain) return { format, parts, refusal: reading.reason }
  return { format: 'text', parts, warning: reading.reason }
}
