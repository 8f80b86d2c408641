import type { WireRow } from '#kernel/field.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { keepChanges, recordKey } from './kept-edits.ts'

/** Rows a record is looked for among; who shows more than this has searched for too much. */
export const LOOKED_THROUGH_MAX = 20_000

/** How often it is looked whether a cell is still being typed into. */
const LOOK_MS = 20

/** Over when no cell is being typed into: rows that came in the middle of a word would end it. */
export async function editEnded(grid: GridModel, signal: AbortSignal): Promise<void> {
  while (grid.editing !== null && !signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/**
 * Notes how the rows of a grid stand while others are on their way. What the user does to them
 * meanwhile (numbers typed beside rows, ticks, the cursor, and edits where they are kept) is done to
 * records, not to places: the answer, called before the new rows are shown, gives what puts it onto
 * the same records there.
 */
export function watchRows(
  grid: GridModel,
  key: readonly string[],
): (keepsEdits: boolean) => () => void {
  const { store } = grid.rows
  const numbers = new Map(grid.rows.marks.options)
  const ticks = new Set(grid.checkedIds())
  const stood = placeOf(grid)
  const keyOf = (row: WireRow): string => recordKey(row, key)
  return (keepsEdits) => {
    if (grid.rows.store !== store || key.length === 0) return () => undefined
    const putEdits = keepsEdits ? keepChanges(grid, key) : undefined
    const keyOfId = (id: number): string => keyOf(grid.rows.row(id))
    const typed = new Map(
      [...grid.rows.marks.options]
        .filter(([id, number]) => numbers.get(id) !== number)
        .map(([id, number]) => [keyOfId(id), number]),
    )
    const ticked = new Set(
      grid
        .checkedIds()
        .filter((id) => !ticks.has(id))
        .map(keyOfId),
    )
    const { current, selection } = grid
    const moved = current && placeOf(grid) !== stood ? keyOf(grid.row(current.row)) : undefined
    const rows = selection && moved !== undefined ? selection.bottom - selection.top : 0
    if (typed.size + ticked.size === 0 && moved === undefined) return () => putEdits?.()
    return () => {
      putEdits?.()
      const count = Math.min(grid.rowCount, LOOKED_THROUGH_MAX)
      for (let at = 0; at < count; at += 1) {
        const record = keyOf(grid.row(at))
        const number = typed.get(record)
        if (number !== undefined) grid.rows.marks.options.set(grid.rowId(at), number)
        if (ticked.has(record)) grid.setChecked([at], true)
        // Several rows that are selected stay where they are.
        if (record === moved && rows === 0) grid.setCurrent(at, current?.column)
      }
      grid.touch()
    }
  }
}

function placeOf(grid: GridModel): string {
  return JSON.stringify([grid.current, grid.selection])
}
