import type { Value, WireRow } from '#kernel/field.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'

/** Rows a record is looked for among; who shows more than this has searched for too much. */
export const maxRowsSearched = 20_000

/** How often it is looked whether a cell is still being typed into. */
const LOOK_MS = 20

/** Over when no cell is being typed into: rows that came in the middle of a word would end it. */
export async function waitForEditEnd(grid: GridModel, signal: AbortSignal): Promise<void> {
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
export function preserveRowState(
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
      const count = Math.min(grid.rowCount, maxRowsSearched)
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

/** What a user typed into a row of a record, and how to find the record again. */
interface KeptEdit {
  readonly key: string
  readonly cells: readonly (readonly [string, Value])[]
}

/** What tells the row of a record from others, by the columns that name it. */
export function recordKey(row: WireRow, identity: readonly string[]): string {
  return JSON.stringify(identity.map((name) => row[name] ?? null))
}

/** Edits of rows that are not acted on; they are put back once the rows are loaded anew. */
export function keptEdits(
  grid: GridModel,
  acted: ReadonlySet<number>,
  identity: readonly string[],
): KeptEdit[] {
  return grid
    .changes()
    .filter(({ index }) => !acted.has(index))
    .map(({ index, row }) => {
      const names = [...grid.rows.tracker.originals(index).keys()]
      return {
        key: recordKey(row, identity),
        cells: names.map((name) => [name, row[name] ?? null] as const),
      }
    })
}

/** Puts edits back into the fresh rows of the same records. */
export function reapplyEdits(
  grid: GridModel,
  kept: readonly KeptEdit[],
  identity: readonly string[],
): void {
  if (kept.length === 0) return
  const cells = new Map(kept.map((edit) => [edit.key, edit.cells]))
  grid.transaction(() => {
    for (let row = 0; row < grid.rowCount; row++) {
      for (const [name, value] of cells.get(recordKey(grid.row(row), identity)) ?? []) {
        grid.setCell(row, name, value)
      }
    }
  })
}

/** Takes a copy of every change of a grid; returns what puts them onto later rows. */
export function keepChanges(grid: GridModel, identity: readonly string[]): () => void {
  const changes = grid.changes()
  const edits = keptEdits(grid, new Set(), identity)
  return () => {
    const places = new Map<string, number>()
    for (let row = 0; row < grid.rowCount; row++)
      places.set(recordKey(grid.row(row), identity), row)
    reapplyEdits(grid, edits, identity)
    const place = ({ row }: { row: WireRow }) => places.get(recordKey(row, identity))
    const deleted = changes.filter(({ flag }) => flag === 'D').flatMap((each) => place(each) ?? [])
    grid.deleteRows(deleted)
    for (const change of changes) {
      // A changed record that is gone meanwhile is offered as a new one: nothing typed is lost.
      const isGone = change.flag === 'U' && place(change) === undefined
      if (change.flag !== 'I' && !isGone) continue
      grid.insertRow(grid.rowCount, { ...change.row, VERSION: null })
    }
  }
}
