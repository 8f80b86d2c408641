import type { RowGroup, RowGroups } from '#ui/grid/rows/row-groups.ts'
import type { FoundCell } from '#ui/grid/rows/worker-messages.ts'

interface Arranged {
  readonly rows: {
    readonly groups: RowGroups | null
    readonly arranged: { at(place: number): number; indexOf(id: number): number }
  }
  groupAt(viewRow: number): RowGroup | undefined
  rowId(viewRow: number): number
  viewRowOf(id: number): number
  fold(work: (groups: RowGroups) => void): void
}

/** The place among the arranged rows from which a search goes on. */
export function arrangedPlace(grid: Arranged, viewRow: number): number {
  const group = grid.groupAt(viewRow)
  return group ? group.start : grid.rows.arranged.indexOf(grid.rowId(viewRow))
}

/** A cell found among the arranged rows, brought into sight and named by its place in the view. */
export function revealFound(grid: Arranged, found: FoundCell | null): FoundCell | null {
  if (!found || !grid.rows.groups) return found
  const id = grid.rows.arranged.at(found.row)
  if (grid.viewRowOf(id) < 0) grid.fold((groups) => groups.reveal(id))
  return { row: grid.viewRowOf(id), column: found.column }
}
