import type { Value, WireRow } from '#kernel/field.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { RowFlag } from '#ui/grid/rows/change-tracking.ts'
import { loadedRow, recordFinder, recordKey } from './record-identity.ts'

/** Maximum rows searched for a record. Larger results are not worth it. */
export const maxRowsSearched = 20_000

const SEARCH_BUDGET_MS = 20

interface EditedPage {
  readonly grid: GridModel
  readonly lines: { readonly model: GridModel | undefined } | undefined
}

/** Waits until no cell is being edited, because arriving rows would interrupt the input. */
export async function waitForEditEnd(page: EditedPage, signal: AbortSignal): Promise<void> {
  const isEditing = () =>
    page.grid.editing !== null || (page.lines?.model?.editing ?? null) !== null
  while (isEditing() && !signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, SEARCH_BUDGET_MS))
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
  const cursorBefore = cursorState(grid)
  const rowKey = (row: WireRow): string => recordKey(row, key)
  return (keepsEdits) => {
    if (grid.rows.store !== store) return () => undefined
    const reapplyCollected = keepsEdits ? captureChanges(grid, key) : undefined
    if (key.length === 0) return () => reapplyCollected?.()
    const recordKeyById = (id: number): string => rowKey(loadedRow(grid, id))
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
    const moved =
      current && cursorState(grid) !== cursorBefore
        ? recordKeyById(grid.rowId(current.row))
        : undefined
    const rows = selection && moved !== undefined ? selection.bottom - selection.top : 0
    if (typed.size + ticked.size === 0 && moved === undefined) return () => reapplyCollected?.()
    return () => {
      reapplyCollected?.()
      const count = Math.min(grid.rowCount, maxRowsSearched)
      for (let index = 0; index < count; index += 1) {
        const record = rowKey(grid.row(index))
        const number = typed.get(record)
        if (number !== undefined) grid.rows.marks.options.set(grid.rowId(index), number)
        if (ticked.has(record)) grid.setChecked([index], true)
        // A selection of several rows is not moved.
        if (record === moved && rows === 0) grid.setCurrent(index, current?.column)
      }
      grid.touch()
    }
  }
}

function cursorState(grid: GridModel): string {
  return JSON.stringify([grid.current, grid.selection])
}

interface CollectedEdit {
  readonly row: WireRow
  readonly cells: readonly (readonly [string, Value])[]
}

/** Edits of saved rows, except those of `acted` rows. */
export function collectEdits(grid: GridModel, acted: ReadonlySet<number>): CollectedEdit[] {
  return grid
    .changes()
    .filter(({ index }) => !acted.has(index))
    .map(({ index }) => collectEdit(grid, index))
}

/** Values of a row edited since it was sent. Undefined if there are none. */
export function collectEditsSince(
  grid: GridModel,
  { id, row: sent }: { readonly id: number; readonly row: WireRow },
): CollectedEdit | undefined {
  const row = grid.rows.row(id)
  const edited = [...grid.rows.tracker.originals(id).keys()]
  const names = edited.filter((name) => (row[name] ?? null) !== (sent[name] ?? null))
  if (names.length === 0) return undefined
  return { row: loadedRow(grid, id), cells: names.map((name) => [name, row[name] ?? null]) }
}

function collectEdit(grid: GridModel, id: number): CollectedEdit {
  const row = grid.rows.row(id)
  const names = [...grid.rows.tracker.originals(id).keys()]
  return { row: loadedRow(grid, id), cells: names.map((name) => [name, row[name] ?? null]) }
}

/** Reapplies edits to the rows of the same records. Returns the edits without a row. */
export function reapplyEdits<E extends CollectedEdit>(
  grid: GridModel,
  edits: readonly E[],
  identity: readonly string[],
): readonly E[] {
  if (edits.length === 0) return []
  const find = recordFinder(grid, identity)
  return grid.transaction(() =>
    edits.filter(({ row, cells }) => {
      const id = find(row)
      if (id === undefined) return true
      for (const [name, value] of cells) grid.setCellOf(id, name, value)
      return false
    }),
  )
}

/**
 * Copies all changes of a grid. Returns a function that reapplies them to reloaded rows. It returns
 * the number of changed records that no longer exist and were inserted.
 */
export function captureChanges(grid: GridModel, identity: readonly string[]): () => number {
  const changes = grid
    .changes()
    .map(({ flag, index, row: now }) => ({ flag, now, ...collectEdit(grid, index) }))
  const withFlag = (flag: RowFlag) => changes.filter((change) => change.flag === flag)
  return () => {
    const find = recordFinder(grid, identity)
    const gone = new Set(reapplyEdits(grid, withFlag('U'), identity))
    grid.deleteIds(withFlag('D').flatMap(({ row }) => find(row) ?? []))
    for (const change of changes) {
      // A changed record that no longer exists is inserted as a new one to preserve the input.
      if (change.flag !== 'I' && !gone.has(change)) continue
      grid.insertRow(grid.rowCount, { ...change.now, VERSION: null })
    }
    return gone.size
  }
}
