import { gs1Date } from '#kernel/gs1/gs1-date.ts'
import { label, type Label } from '#kernel/label.ts'
import type { CodeFormat, FormatPart, PartPiece, Segment } from './code-format.ts'

type ReadPart = Exclude<FormatPart, 'SKIP'>

/** A value of a code and its meaning. Dates are `yyyyMMdd`, quantities plain numbers. */
export interface FormatValue {
  readonly part: ReadPart
  readonly value: string
}

/**
 * `other`: the code does not match this format. `refused`: it matches, but one of its values is
 * invalid.
 */
export type FormatReading =
  | { readonly kind: 'read'; readonly values: readonly FormatValue[] }
  | { readonly kind: 'refused'; readonly reason: Label }
  | { readonly kind: 'other' }

/**
 * Splits a code by a format. Literals are case-insensitive and values are trimmed. `currentYear`
 * determines the century of two-digit years.
 */
export function readByFormat(format: CodeFormat, code: string, currentYear: number): FormatReading {
  const cut = splitCode(format.segments, code)
  if (!cut) return { kind: 'other' }
  const values: FormatValue[] = []
  for (const [piece, written] of cut) {
    const { part } = piece
    const text = written.trim()
    // Skip a blank field, except the item.
    if (part === 'SKIP' || (text === '' && part !== 'ITEM')) continue
    const value = readValue(piece, text, currentYear)
    if (value === undefined) return { kind: 'refused', reason: invalidValueText(part, written) }
    values.push({ part, value })
  }
  return { kind: 'read', values }
}

function splitCode(segments: readonly Segment[], code: string): [PartPiece, string][] | undefined {
  const cut: [PartPiece, string][] = []
  const upper = code.toUpperCase()
  let at = 0
  for (const [index, { before, parts }] of segments.entries()) {
    if (!upper.startsWith(before, at)) return undefined
    at += before.length
    const min = parts.reduce((sum, part) => sum + part.min, 0)
    const next = segments[index + 1]?.before
    const end = next === undefined ? code.length : upper.indexOf(next, at + min)
    const spare = end - at - min
    const room = parts.reduce((sum, part) => sum + part.max - part.min, 0)
    if (spare < 0 || spare > room) return undefined
    for (const { part, ...piece } of parts) {
      // At most one part of a segment has a variable length. It takes the rest.
      const length = piece.min === piece.max ? piece.min : piece.min + spare
      cut.push([{ part, ...piece }, code.slice(at, at + length)])
      at += length
    }
  }
  return at === code.length ? cut : undefined
}

function readValue(
  { part, day }: PartPiece,
  text: string,
  currentYear: number,
): string | undefined {
  if (day !== undefined) return parseDate(text, day, currentYear)
  if (part === 'QTY') {
    const quantity = /^\d{1,12}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0
    return quantity > 0 ? String(quantity) : undefined
  }
  // Letters, digits and symbols, but no control characters.
  return /^[\x20-\x7e가-힣]+$/.test(text) ? text : undefined
}

/** Parses a date in the given format. Without a day it is the last day of the month. */
function parseDate(text: string, format: string, currentYear: number): string | undefined {
  const signs = Array.from(format)
  const fits = signs.every((sign, index) =>
    /[yMd]/.test(sign) ? /\d/.test(text[index] ?? '') : text[index] === sign,
  )
  if (!fits || text.length !== format.length) return undefined
  const digits = (wanted: string) =>
    signs.map((sign, index) => (sign === wanted ? text[index] : '')).join('')
  const [year, dd] = [digits('y'), digits('d')]
  const yymmdd = `${year.slice(-2)}${digits('M')}${dd || '00'}`
  return gs1Date(yymmdd, year.length === 4 ? Number(year) : currentYear, dd === '')
}

const partNames: Readonly<Record<ReadPart, Label>> = {
  ITEM: label('품목', 'item'),
  LOT: label('로트', 'lot'),
  SERIAL: label('시리얼번호', 'serial number'),
  QTY: label('수량', 'quantity'),
  VALID: label('유통기한', 'expiry date'),
  MADE: label('제조일', 'production date'),
  PALLET: label('파렛트', 'pallet'),
  BOX: label('박스', 'box'),
  CELL: label('셀', 'cell'),
  DOC: label('전표번호', 'document number'),
}

export function partName(part: ReadPart): Label {
  return partNames[part]
}

function invalidValueText(part: ReadPart, written: string): Label {
  const { ko, en } = partNames[part]
  return label(`${ko} 값이 아닙니다: ${written}`, `not a ${en}: ${written}`)
}
