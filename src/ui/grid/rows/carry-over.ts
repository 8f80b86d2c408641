import type { PendingChange, RowChange } from './row-change.ts'
import type { ChangeTracker } from './change-tracking.ts'
import type { RowOrder } from './row-order.ts'
import type { ColumnStore } from '#ui/grid/columns/column-store.ts'

interface Rows {
  readonly store: ColumnStore
  readonly order: RowOrder
  readonly tracker: ChangeTracker
  changes(): RowChange[]
}

/** Changes with the columns that were edited, to be put on fresh rows of the same records. */
export function pendingOf(rows: Rows): PendingChange[] {
  return rows.changes().map((change) => ({
    ...change,
    edited: [...rows.tracker.originals(change.index).keys()],
  }))
}

/** Puts a change on the fresh row of the same record; edits of a vanished record are kept. */
export function carryOver(
  rows: Rows,
  change: PendingChange,
  key: readonly string[] | undefined,
): void {
  const { store, tracker, order } = rows
  const id = change.flag === 'I' ? -1 : find(rows, change, key)
  if (id < 0) {
    if (change.flag === 'D') return
    const appended = store.append(change.row)
    order.insert(order.length, appended)
    tracker.restore(appended, change.flag)
    return
  }
  for (const column of change.edited) {
    tracker.edited(id, column, store.get(id, column))
    store.set(id, column, change.row[column] ?? null)
  }
  tracker.restore(id, change.flag)
}

function find({ store, order }: Rows, change: PendingChange, key: readonly string[] = []): number {
  if (key.length === 0) return change.index < store.count ? change.index : -1
  const wanted = key.map((field) => change.row[field] ?? null)
  const matches = (id: number) => key.every((field, at) => store.get(id, field) === wanted[at])
  return order.ids().find(matches) ?? -1
}
