export interface Countable {
  readonly stock_cd: string
  /** Maximum countable quantity of the line, in base units. */
  readonly up_to: number
  readonly counted: number
  readonly factor: number
}

interface LineCount<T> {
  readonly line: T
  /** In base units. Negative if a scan is cancelled. */
  readonly qty: number
}

/**
 * Distributes a scanned quantity over the lines of the first item that can take all of it. Lines
 * fill in order and empty from the last. Returns an empty array if no item can.
 */
export function distributeCount<T extends Countable>(
  lines: readonly T[],
  scanned: number,
): readonly LineCount<T>[] {
  for (const ofItem of Map.groupBy(lines, (line) => line.stock_cd).values()) {
    // Quantities have at most three decimals. Thousandths add up exactly.
    let remaining = thousandths(scanned * (ofItem[0]?.factor ?? 1))
    const counts: LineCount<T>[] = []
    for (const line of remaining < 0 ? ofItem.toReversed() : ofItem) {
      const counted = thousandths(line.counted)
      const room = remaining < 0 ? -counted : thousandths(line.up_to) - counted
      const taken = remaining < 0 ? Math.max(remaining, room) : Math.min(remaining, room)
      if (taken !== 0) counts.push({ line, qty: taken / 1000 })
      remaining -= taken
    }
    if (remaining === 0) return counts
  }
  return []
}

function thousandths(quantity: number): number {
  return Math.round(quantity * 1000)
}
