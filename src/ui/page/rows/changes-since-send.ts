import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import type { RowFlag } from '#ui/grid/rows/change-tracking.ts'
import type { GridRow } from '#ui/grid/columns/column.ts'
import type { ChangesSinceSend } from '#ui/grid/rows/later-changes.ts'
import { keyColumns } from './grid-columns.ts'
import { pickInput, type SavePart } from './save-set.ts'

export const notDeletedText = label(
  '이미 저장되어 삭제하지 못한 새 행',
  'New row that was saved and could not be deleted',
)

interface InputSinceSend {
  readonly changes: ChangesSinceSend
  /** Description of each change that a saved row does not accept. It has been reverted. */
  readonly refused: readonly string[]
}

interface SentRow {
  readonly row: GridRow
  readonly flag: RowFlag | undefined
}

/** Rows edited while their save was in flight. Looked-up names are not sent and do not count. */
export function changesSinceSend(part: SavePart, mayDelete: boolean): InputSinceSend {
  const { model, rows, input } = part
  const { order, tracker, store } = model.rows
  const refused = revertKeys(part)
  const sent = new Map(rows.map(({ id, row, flag }) => [id, { row, flag }]))
  const later = new Map<number, SentRow | null>()
  for (const { index, row, flag } of model.changes()) {
    const was = sent.get(index)
    const isSame =
      was?.flag === flag &&
      Object.entries(pickInput(was.row, input)).every(([name, value]) => row[name] === value)
    if (!isSame) later.set(index, was ?? null)
  }
  const present = new Set(order.ids())
  for (const { id, row, flag } of rows) {
    const isDropped = flag === 'I' && !present.has(id)
    if (isDropped && !mayDelete) refused.push(t(notDeletedText))
    // The save includes a change that the user has undone since, so undoing it is another change.
    else if (isDropped || (flag !== 'I' && flag && tracker.flag(id) === undefined)) {
      later.set(id, { row, flag })
    }
  }
  for (const [id, was] of later) {
    // The save deletes a row that the user has restored since, so it is a new row.
    if (was?.flag === 'D' && tracker.flag(id) !== 'D') store.set(id, 'VERSION', null)
  }
  return { changes: later, refused }
}

/**
 * Reverts columns that are only editable in new rows to the values sent, because their row is saved
 * by now. Returns their titles and the values typed since.
 */
function revertKeys({ model, columns, rows }: SavePart): string[] {
  const { order, store } = model.rows
  const names = keyColumns(columns)
  const inserted = rows.filter(({ flag }) => flag === 'I')
  if (names.length === 0 || inserted.length === 0) return []
  const present = new Set(order.ids())
  return inserted
    .filter(({ id }) => present.has(id))
    .flatMap(({ id, row }) =>
      names.flatMap((name) => {
        const [before, now] = [row[name] ?? null, store.get(id, name)]
        if (before === now) return []
        // Bypasses the undo history, which the save clears.
        store.set(id, name, before)
        return [`${model.column(name)?.title ?? name}: ${String(now ?? '')}`]
      }),
    )
}
