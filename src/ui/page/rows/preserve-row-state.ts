import type { Value, WireRow } from '#kernel/field.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'

/** Maximum rows searched for a record. Larger results are not worth it. */
export const maxRowsSearched = 20_000

const LOOK_MS = 20

/** Waits until no cell is being edited, because arriving rows would interrupt the input. */
export async function waitForEditEnd(grid: GridModel, signal: AbortSignal): Promise<void> {
  while (grid.editing !== null && !signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/**
 * Records row state (typed numbers, checks, cursor and optionally edits) while a reload is in
 * flight. Call the returned function before showing the new rows. The function it returns reapplies
 * the state by record key.
 */
export function preserveRowState(
  grid: GridModel,
  key: readonly string[],
): (keepsEdits: boolean) => () => void {
  const { store } = grid.rows
  const numbers = new Map(grid.rows.marks.options)
  const ticks = new Set(grid.checkedIds())
  const stood = cursorState(grid)
  const rowKey = (row: WireRow): string => recordKey(row, key)
  return (keepsEdits) => {
    if (grid.rows.store !== store || key.length === 0) return () => undefined
    const reapplyCollected = keepsEdits ? keepChanges(grid, key) : undefined
    const recordKeyById = (id: number): string => rowKey(grid.rows.row(id))
    const typed = new Map(
      [...grid.rows.marks.options]
        .filter(([id, number]) => numbers.get(id) !== number)
        .map(([id, number]) => [recordKeyById(id), number]),
    )
    const ticked = new Set(
      grid
        .checkedIds()
        .filter((id) => !ticks.has(id))
        .map(recordKeyById),
    )
    const { current, selection } = grid
    const moved = current && cursorState(grid) !== stood ? rowKey(grid.row(current.row)) : undefined
    const rows = selection && moved !== undefined ? selection.bottom - selection.top : 0
    if (typed.size + ticked.size === 0 && moved === undefined) return () => reapplyCollected?.()
    return () => {
      reapplyCollected?.()
      const count = Math.min(grid.rowCount, maxRowsSearched)
      for (let at = 0; at < count; at += 1) {
        const record = rowKey(grid.row(at))
        const number = typed.get(record)
        if (number !== undefined) grid.rows.marks.options.set(grid.rowId(at), number)
        if (ticked.has(record)) grid.setChecked([at], true)
        // A selection of several rows is not moved.
        if (record === moved && rows === 0) grid.setCurrent(at, current?.column)
      }
      grid.touch()
    }
  }
}

function cursorState(grid: GridModel): string {
  return JSON.stringify([grid.current, grid.selection])
}

interface CollectedEdit {
  readonly key: string
  readonly cells: readonly (readonly [string, Value])[]
}

export function recordKey(row: WireRow, identity: readonly string[]): string {
  return JSON.stringify(identity.map((name) => row[name] ?? null))
}

export function collectEdits(
  grid: GridModel,
  acted: ReadonlySet<number>,
  identity: readonly string[],
): CollectedEdit[] {
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

export function reapplyEdits(
  grid: GridModel,
  kept: readonly CollectedEdit[],
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

/** Copies all changes of a grid. Returns a function that reapplies them to reloaded rows. */
export function keepChanges(grid: GridModel, identity: readonly string[]): () => void {
  const changes = grid.changes()
  const edits = collectEdits(grid, new Set(), identity)
  return () => {
    const places = new Map<string, number>()
    for (let row = 0; row < grid.rowCount; row++)
      places.set(recordKey(grid.row(row), identity), row)
    reapplyEdits(grid, edits, identity)
    const place = ({ row }: { row: WireRow }) => places.get(recordKey(row, identity))
    const deleted = changes.filter(({ flag }) => flag === 'D').flatMap((each) => place(each) ?? [])
    grid.deleteRows(deleted)
    for (const change of changes) {
      // A changed record that no longer exists is inserted as a new one to preserve the input.
      const isGone = change.flag === 'U' && place(change) === undefined
      if (change.flag !== 'I' && !isGone) continue
      grid.insertRow(grid.rowCount, { ...change.row, VERSION: null })
    }
  }
}
