import { codeFormat, type CodeFormat } from '#areas/master/rules/code-format.ts'
import { readByFormat, type FormatValue } from '#areas/master/rules/read-by-format.ts'
import type { WireRow } from '#kernel/field.ts'
import { gtin14 } from '#kernel/gs1/check-digit.ts'
import { groupSeparator } from '#kernel/gs1/group-separator.ts'
import { label, type Label } from '#kernel/label.ts'
import { isGs1Symbology } from './gs1-code.ts'
import type { ScanInterpreter, ScanPart, ScanPartKind } from './scan-part.ts'

export interface OwnerFormat {
  readonly owner: string
  readonly name: string
  readonly format: CodeFormat
}

export function readOwnerFormats(rows: readonly WireRow[]): readonly OwnerFormat[] {
  return rows.flatMap((row): OwnerFormat[] => {
    const format = codeFormat(String(row['PATTERN'] ?? ''))
    // The server stores no invalid formats. Skip formats of a newer server.
    if (row['USE_YN'] !== 'Y' || 'error' in format) return []
    return [{ owner: String(row['OWNER_CD']), name: String(row['FORMAT_NM']), format }]
  })
}

const kinds: Readonly<Record<FormatValue['part'], ScanPartKind>> = {
  ITEM: 'item',
  LOT: 'lot',
  SERIAL: 'serial',
  QTY: 'quantity',
  VALID: 'valid-date',
  MADE: 'made-date',
  PALLET: 'pallet',
  BOX: 'box',
  CELL: 'cell',
  DOC: 'document',
}

function toPart({ part, value }: FormatValue): ScanPart {
  const gtin = part === 'ITEM' ? gtin14(value) : undefined
  return { kind: kinds[part], value, ...(gtin === undefined ? {} : { gtin14: gtin }) }
}

interface Reading {
  readonly owner: string
  readonly format: string
  readonly parts: readonly ScanPart[]
}

/**
 * Reads codes in the formats of the given owners (undefined: all). The first matching format of an
 * owner counts. A code is rejected if two owners read it differently, or if it matches a format but
 * has invalid values.
 */
export function ownerFormatCode(
  formats: readonly OwnerFormat[],
  owners: readonly string[] | undefined,
  currentYear: number,
): ScanInterpreter {
  const requests = formats.filter(({ owner }) => owners?.includes(owner) ?? true)
  return ({ text, symbology }) => {
    if (text.includes(groupSeparator) || isGs1Symbology(symbology)) return undefined
    const readings: Reading[] = []
    let refusal: Label | undefined
    for (const { owner, name, format } of requests) {
      if (readings.some((known) => known.owner === owner)) continue
      const reading = readByFormat(format, text, currentYear)
      if (reading.kind === 'refused') refusal ??= prefixFormatName(owner, name, reading.reason)
      if (reading.kind !== 'read') continue
      readings.push({ owner, format: `${owner} ${name}`, parts: reading.values.map(toPart) })
    }
    const [first] = readings
    if (!first) return refusal && rejectCode(text, refusal)
    const isOne = readings.every(({ parts }) => haveSameParts(parts, first.parts))
    if (!isOne) return rejectCode(text, ambiguousOwnerText(readings))
    const { format, parts, owner } = first
    return { format, parts, ...(readings.length === 1 ? { owner } : {}) }
  }
}

function haveSameParts(a: readonly ScanPart[], b: readonly ScanPart[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function rejectCode(text: string, refusal: Label): ReturnType<ScanInterpreter> {
  return { format: 'owner', parts: [{ kind: 'unknown', value: text }], refusal }
}

function prefixFormatName(owner: string, name: string, { ko, en }: Label): Label {
  return label(`${owner} ${name}: ${ko}`, `${owner} ${name}: ${en}`)
}

function ambiguousOwnerText(readings: readonly Reading[]): Label {
  const owners = readings.map(({ owner }) => owner).join(', ')
  return label(
    `여러 화주의 형식에 해당하는 코드입니다(${owners}). 화주를 먼저 선택하세요.`,
    `This code matches the formats of several owners (${owners}). Select the owner first.`,
  )
}
