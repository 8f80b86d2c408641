import type { ChangeTracker, RowFlag } from './change-tracking.ts'
import type { CellValue, GridRow } from '#ui/grid/columns/column.ts'

/** Rows changed after they were sent, by stable number: as they were sent, or null if they were not. */
export type LaterChanges = ReadonlyMap<number, GridRow | null>

interface KeptChange {
  readonly id: number
  readonly flag: RowFlag | undefined
  readonly before: readonly (readonly [column: string, value: CellValue])[]
}

/** What is a change still once everything that was sent is saved. */
export function stillChanged(
  rows: { readonly tracker: ChangeTracker; row(id: number): GridRow },
  later: LaterChanges,
): KeptChange[] {
  return [...later].map(([id, sent]) => {
    const flag = rows.tracker.flag(id)
    // A row that was sent is there by now: what counts is what differs from that.
    const before = sent ? differences(sent, rows.row(id)) : rows.tracker.originals(id)
    return { id, flag: sent && flag === 'I' ? 'U' : flag, before: [...before] }
  })
}

/** Marks these changes in a tracker that was cleared. */
export function markChanged(tracker: ChangeTracker, kept: readonly KeptChange[]): void {
  for (const { id, flag, before } of kept) {
    for (const [column, value] of before) tracker.edited(id, column, value)
    tracker.restore(id, flag)
  }
}

function differences(before: GridRow, now: GridRow): Map<string, CellValue> {
  const names = Object.keys(now).filter((name) => (before[name] ?? null) !== (now[name] ?? null))
  return new Map(names.map((name) => [name, before[name] ?? null]))
}
