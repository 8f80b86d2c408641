/** A line as a scan counts on it. */
export interface Countable {
  readonly stock_cd: string
  /** So many of the line can be counted, in base units. */
  readonly up_to: number
  readonly counted: number
  /** Pieces that the scanned code stands for. */
  readonly factor: number
}

interface LineCount<T> {
  readonly line: T
  /** In base units; negative when a scan is taken back. */
  readonly qty: number
}

/**
 * What a scanned quantity adds to each line of the first item that can take all of it: the lines
 * fill up in their order, and are emptied from the last. Empty when no item can.
 */
export function spreadCount<T extends Countable>(
  lines: readonly T[],
  scanned: number,
): readonly LineCount<T>[] {
  for (const ofItem of Map.groupBy(lines, (line) => line.stock_cd).values()) {
    // Quantities have three decimals at most, so thousandths add up exactly.
    let left = thousandths(scanned * (ofItem[0]?.factor ?? 1))
    const counts: LineCount<T>[] = []
    for (const line of left < 0 ? ofItem.toReversed() : ofItem) {
      const counted = thousandths(line.counted)
      const room = left < 0 ? -counted : thousandths(line.up_to) - counted
      const taken = left < 0 ? Math.max(left, room) : Math.min(left, room)
      if (taken !== 0) counts.push({ line, qty: taken / 1000 })
      left -= taken
    }
    if (left === 0) return counts
  }
  return []
}

function thousandths(quantity: number): number {
  return Math.round(quantity * 1000)
}
