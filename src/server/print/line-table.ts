import { timestampAt } from '#kernel/calendar.ts'
import type { PrintColumn, PrintPage, Text } from './print-document.ts'

export interface LineColumn<L> extends PrintColumn<Text> {
  readonly text: (line: L, position: number) => string
  readonly total?: (lines: readonly L[]) => Text
}

const quantityFormat = (minDecimals: number) =>
  new Intl.NumberFormat('ko-KR', { minimumFractionDigits: minDecimals, maximumFractionDigits: 3 })
const format = quantityFormat(0)
const weightFormat = quantityFormat(1)

/** Formats a quantity with thousands separators, and decimals only if needed. */
export function quantityText(qty: number): string {
  return format.format(qty)
}

/** Kilograms with at least one decimal, for vertical alignment. */
export function weightText(kilos: number): string {
  return weightFormat.format(kilos)
}

/**
 * Formats a stored date as `2026-01-31`; empty for none. Throws if the column was not selected,
 * which would print an empty column.
 */
export function dayText(stored: string | null): string {
  return stored === null ? '' : stored.slice(0, 10)
}

/** Sums quantities exactly to three decimals. */
function sumQuantities(quantities: readonly number[]): number {
  return quantities.reduce((sum, qty) => sum + Math.round(qty * 1000), 0) / 1000
}

export function positionColumn<L>(): LineColumn<L> {
  return { title: '#', width: 5, align: 'right', text: (_, position) => String(position) }
}

export function quantityColumn<L>(
  title: Text,
  width: number,
  of: (line: L) => number,
  textOf: (value: number) => string = quantityText,
): LineColumn<L> {
  const total = (lines: readonly L[]) => textOf(sumQuantities(lines.map((line) => of(line))))
  return { title, width, align: 'right', text: (line) => textOf(of(line)), total }
}

export function lineTable<L>(
  columns: readonly LineColumn<L>[],
  lines: readonly L[],
): Pick<PrintPage<Text>, 'columns' | 'rows' | 'totals'> {
  return {
    columns: columns.map(({ title, width, align, large = false }) => ({
      title,
      width,
      align,
      large,
    })),
    rows: lines.map((line, index) => columns.map(({ text }) => text(line, index + 1))),
    totals: columns.map(({ total }) => total?.(lines) ?? ''),
  }
}

export function printStamp(userId: string): { at: string; by: string } {
  const now = timestampAt(Date.now()).replace(/^(.{4})(..)(..)(..)(..).*/, '$1-$2-$3 $4:$5')
  return { at: now, by: userId }
}
