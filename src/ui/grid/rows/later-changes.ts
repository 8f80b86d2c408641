import type { ChangeTracker, RowFlag } from './change-tracking.ts'
import type { CellValue, GridRow } from '#ui/grid/columns/column.ts'

interface SentVersion {
  readonly row: GridRow
  readonly flag: RowFlag | undefined
}

/**
 * Rows changed after sending, by stable number. The value is the row as sent, or null if it was not
 * sent.
 */
export type ChangesSinceSend = ReadonlyMap<number, SentVersion | null>

interface RemainingChange {
  readonly id: number
  readonly flag: RowFlag | undefined
  readonly before: readonly (readonly [column: string, value: CellValue])[]
}

interface ChangedRows {
  readonly tracker: ChangeTracker
  readonly order: { indexOf(id: number): number }
  row(id: number): GridRow
}

/** Returns the changes that remain after a save of the sent rows. */
export function remainingChanges(rows: ChangedRows, later: ChangesSinceSend): RemainingChange[] {
  return [...later].map(([id, sent]) => {
    const flag = rows.tracker.flag(id)
    if (!sent) return { id, flag, before: [...rows.tracker.originals(id)] }
    if (sent.flag === 'I' && rows.order.indexOf(id) < 0) return { id, flag: 'D', before: [] }
    if (sent.flag === 'D') return { id, flag: 'I', before: [] }
    // A sent row is now saved, so only differences from the sent values remain.
    const before = [...changedOriginals(sent.row, rows.row(id))]
    // Undoing a change that was sent is a change of the saved row.
    return { id, flag: flag === 'I' || flag === undefined ? 'U' : flag, before }
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
