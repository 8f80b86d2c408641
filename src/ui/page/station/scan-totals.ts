import type { Value, WireRow } from '#kernel/field.ts'
import type { ScanScreen } from '#kernel/screen.ts'

/** Counted and wanted over all lines; wanted is undefined where the station counts blind. */
export function totals(
  screen: ScanScreen,
  lines: readonly WireRow[],
): {
  readonly counted: number
  readonly wanted: number | undefined
  readonly complete: number
} {
  let counted = 0
  let wanted: number | undefined
  let complete = 0
  for (const line of lines) {
    const [have, need] = [numberOf(line[screen.counted]) ?? 0, numberOf(line[screen.wanted])]
    counted += have
    if (need === undefined) continue
    wanted = (wanted ?? 0) + need
    if (have >= need) complete += 1
  }
  return { counted: rounded(counted), wanted: wanted && rounded(wanted), complete }
}

/** Quantities are exact to three decimals; their sums are too. */
export function rounded(quantity: number): number {
  return Math.round(quantity * 1000) / 1000
}

/** A number; undefined for what is none. */
export function numberOf(value: Value | undefined): number | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** A text; undefined for nothing. */
export function textOf(value: Value | undefined): string | undefined {
  return value === null || value === undefined || value === '' ? undefined : String(value)
}
