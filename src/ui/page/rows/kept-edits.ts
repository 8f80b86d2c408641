import type { Value, WireRow } from '#kernel/field.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'

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
export function putBack(
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
    putBack(grid, edits, identity)
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
