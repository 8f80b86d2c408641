import type { FieldKind } from '#kernel/field.ts'
import { parseDate, parseDateTime } from '#kernel/parse-cell.ts'

import { addFormulaGuard } from './formula-guard.ts'

export interface ExportColumn {
  readonly title: string
  readonly kind: 'text' | 'number' | 'date' | 'datetime'
}

export function cellKind(kind: FieldKind): ExportColumn['kind'] {
  if (kind === 'progress') return 'number'
  return kind === 'date' || kind === 'datetime' || kind === 'number' ? kind : 'text'
}

/**
 * Dates in wire format (`yyyyMMdd`, `yyyyMMddHHmmss`) or ISO; numbers can be exact decimal text.
 */
export type ExportCell = string | number | null | undefined

const decimal = /^-?\d+(?:\.\d+)?$/

/** Digits of a number cell; undefined unless it is a plain decimal. */
export function decimalText(value: string | number): string | undefined {
  const text = typeof value === 'number' ? toPlainDecimal(value) : value.trim()
  return decimal.test(text) ? text : undefined
}

/** `String` writes 1e21 and 1e-7 with an exponent, which the importer deliberately rejects. */
function toPlainDecimal(value: number): string {
  const text = String(value)
  if (!Number.isFinite(value)) return ''
  if (!text.includes('e')) return text
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/\.?0+$/, '') : String(BigInt(value))
}

export function wireDate(value: string | number, kind: 'date' | 'datetime'): string | undefined {
  const parsed = kind === 'date' ? parseDate(value) : parseDateTime(value)
  return 'value' in parsed ? (parsed.value ?? undefined) : undefined
}

/** `20260131` → `2026-01-31`, `20260131093000` → `2026-01-31 09:30:00`. */
function displayDate(wire: string): string {
  const day = `${wire.slice(0, 4)}-${wire.slice(4, 6)}-${wire.slice(6, 8)}`
  if (wire.length === 8) return day
  return `${day} ${wire.slice(8, 10)}:${wire.slice(10, 12)}:${wire.slice(12, 14)}`
}

/** Cell as unquoted CSV text. Guards text that Excel would run as a formula. */
export function exportText(value: ExportCell, kind: ExportColumn['kind']): string {
  if (value === null || value === undefined) return ''
  if (kind === 'number') return decimalText(value) ?? addFormulaGuard(String(value))
  if (kind === 'text') return addFormulaGuard(String(value))
  const wire = wireDate(value, kind)
  return wire === undefined ? addFormulaGuard(String(value)) : displayDate(wire)
}
