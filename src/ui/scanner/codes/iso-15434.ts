import { groupSeparator } from '#kernel/gs1/group-separator.ts'
import { isDay } from '#kernel/calendar.ts'
import { label } from '#kernel/label.ts'
import type {
  BareCode,
  InterpretedScan,
  ScanInterpreter,
  ScanPart,
  ScanPartKind,
} from './scan-part.ts'

const recordSeparator = '\u001E'
const header = '[)>'
/** Data identifier of ANSI MH10.8.2: up to three digits and a letter. */
const element = /^(\d{0,3}[A-Z])(.+)$/s

const meanings: Readonly<Record<string, ScanPartKind>> = {
  P: 'item',
  '1P': 'item',
  Q: 'quantity',
  '1T': 'lot',
  S: 'serial',
  '14D': 'valid-date',
  '16D': 'made-date',
  J: 'handling-unit',
  '1J': 'handling-unit',
}

function toPart(text: string): ScanPart | undefined {
  const [, identifier = '', value = ''] = element.exec(text) ?? []
  const kind = Object.hasOwn(meanings, identifier) ? meanings[identifier] : undefined
  if (kind === undefined) return undefined
  if (kind === 'quantity') {
    const isExact = /^\d+(?:\.\d+)?$/.test(value) && value.length <= 15
    return isExact ? { kind, value: String(Number(value)) } : undefined
  }
  const isDate = kind === 'valid-date' || kind === 'made-date'
  return isDate && !isDay(value) ? undefined : { kind, value: value.trim() }
}

/** Parts by data identifier. Only the first part of each kind is kept. */
function readFormat06(data: string): readonly ScanPart[] | undefined {
  const elements = data.split(groupSeparator).filter(Boolean)
  if (elements.some((text) => !element.test(text))) return undefined
  const parts: ScanPart[] = []
  for (const text of elements) {
    const read = toPart(text)
    if (read && !parts.some(({ kind }) => kind === read.kind)) parts.push(read)
  }
  return parts
}

type Reading = Pick<InterpretedScan, 'parts' | 'refusal'>

const format = 'iso-15434'

function rejectedReading(text: string, found: string): Reading {
  return {
    parts: [{ kind: 'unknown', value: text }],
    refusal: label(
      `ISO 15434: 읽을 수 없는 내용입니다: ${found}`,
      `ISO 15434: unreadable: ${found}`,
    ),
  }
}

/**
 * Reads ISO/IEC 15434 messages: `[)>` RS, a format, its data, RS EOT. Format 05 has GS1 elements,
 * 06 data identifiers. Separators around the formats can be missing, as some scanners drop them.
 */
export function iso15434(gs1: ScanInterpreter): ScanInterpreter {
  return ({ text }: BareCode) => {
    if (!text.startsWith(header)) return undefined
    const formats = text.slice(header.length).split(recordSeparator).filter(Boolean)
    const parts: ScanPart[] = []
    for (const each of formats) {
      const number = each[2] === groupSeparator ? each.slice(0, 2) : ''
      const data = each.slice(3)
      const read: Reading | undefined =
        number === '05'
          ? gs1({ text: data, symbology: ']d2' })
          : { parts: (number === '06' ? readFormat06(data) : undefined) ?? [] }
      if (read?.refusal) return { format, ...read }
      if (!read || read.parts.length === 0) return { format, ...rejectedReading(text, each) }
      parts.push(...read.parts)
    }
    return { format, ...(parts.length > 0 ? { parts } : rejectedReading(text, '')) }
  }
}
