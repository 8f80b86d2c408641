import type { Value, WireRow } from '#kernel/field.ts'
import type { ScanScreen } from '#kernel/screen.ts'

/**
 * Totals over all lines. `wanted` is undefined in a blind count. Lines without a wanted quantity,
 * such as orders before picking, are neither open nor complete.
 */
export function totals(
  screen: ScanScreen,
  lines: readonly WireRow[],
): {
  readonly counted: number
  readonly wanted: number | undefined
  readonly open: number
  readonly complete: number
} {
  let counted = 0
  let wanted: number | undefined
  let open = 0
  let complete = 0
  for (const line of lines) {
    const { have, need } = lineProgress(screen, line)
    counted += have
    if (need === undefined) continue
    wanted = (wanted ?? 0) + need
    if (need > 0) open += 1
    if (isDone(screen, line)) complete += 1
  }
  return {
    counted: roundQuantity(counted),
    wanted: wanted && roundQuantity(wanted),
    open,
    complete,
  }
}

export function isDone(screen: ScanScreen, line: WireRow): boolean {
  const { have, need = 0 } = lineProgress(screen, line)
  return need > 0 && have >= need
}

function lineProgress(screen: ScanScreen, line: WireRow) {
  return { have: toNumber(line[screen.counted]) ?? 0, need: toNumber(line[screen.wanted]) }
}

/** Rounds to three decimals, the precision of quantities and their sums. */
export function roundQuantity(quantity: number): number {
  return Math.round(quantity * 1000) / 1000
}

export function toNumber(value: Value | undefined): number | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

export function toText(value: Value | undefined): string | undefined {
  return value === null || value === undefined || value === '' ? undefined : String(value)
}
