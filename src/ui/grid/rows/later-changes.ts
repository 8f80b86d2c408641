import type { ChangeTracker, RowFlag } from './change-tracking.ts'
import type { CellValue, GridRow } from '#ui/grid/columns/column.ts'

/**
 * Rows changed after sending, by stable number. The value is the row as sent, or null if it was not
 * sent.
 */
export type LaterChanges = ReadonlyMap<number, GridRow | null>

interface RemainingChange {
  readonly id: number
  readonly flag: RowFlag | undefined
  readonly before: readonly (readonly [column: string, value: CellValue])[]
}

/** Returns the changes that remain after a save of the sent rows. */
export function remainingChanges(
  rows: { readonly tracker: ChangeTracker; row(id: number): GridRow },
  later: LaterChanges,
): RemainingChange[] {
  return [...later].map(([id, sent]) => {
    const flag = rows.tracker.flag(id)
    // A sent row is now saved, so only differences from the sent values remain.
    const before = sent ? changedOriginals(sent, rows.row(id)) : rows.tracker.originals(id)
    // Undoing a change that was sent is a change of the saved row.
    const isSaved = sent !== null && (flag === 'I' || flag === undefined)
    return { id, flag: isSaved ? 'U' : flag, before: [...before] }
  })
}

export function markChanged(tracker: ChangeTracker, remaining: readonly RemainingChange[]): void {
  for (const { id, flag, before } of remaining) {
    for (const [column, value] of before) tracker.edited(id, column, value)
    tracker.restore(id, flag)
  }
}

function changedOriginals(before: GridRow, now: GridRow): Map<string, CellValue> {
  const names = Object.keys(now).filter((name) => (before[name] ?? null) !== (now[name] ?? null))
  return new Map(names.map((name) => [name, before[name] ?? null]))
}
