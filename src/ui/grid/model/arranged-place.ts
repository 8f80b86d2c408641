import type { RowGroups } from '#ui/grid/rows/row-groups.ts'
import type { GridBase } from './grid-base.ts'
import type { GridWork } from '#ui/grid/many/grid-work.ts'
import { positionBeforeFirst } from '#ui/grid/rows/selection.ts'
import type { FoundCell, Hits } from '#ui/grid/rows/worker-messages.ts'

type Searched = GridBase & { fold(work: (groups: RowGroups) => void): void }

function toArrangedRow(grid: Searched, viewRow: number): number {
  const group = grid.groupAt(viewRow)
  return group ? group.start : grid.rows.arranged.indexOf(grid.rowId(viewRow))
}

function searchStart(
  grid: Searched,
  from: FoundCell | null,
  direction: 1 | -1,
): { readonly row: number; readonly at: number } {
  const at = from ? grid.drawn.findIndex(({ id }) => id === from.column) : -1
  if (from && at >= 0) return { row: toArrangedRow(grid, from.row), at }
  return positionBeforeFirst({ rows: grid.dataCount, columns: grid.drawn.length }, direction)
}

function revealFound(grid: Searched, found: FoundCell | null): FoundCell | null {
  if (!found || !grid.rows.groups) return found
  const id = grid.rows.arranged.at(found.row)
  if (grid.viewRowOf(id) < 0) grid.fold((groups) => groups.reveal(id))
  return { row: grid.viewRowOf(id), column: found.column }
}

export async function findArranged(
  grid: Searched,
  work: GridWork,
  request: { readonly text: string; readonly from: FoundCell | null; readonly direction: 1 | -1 },
): Promise<FoundCell | null> {
  const { text, from, direction } = request
  const place = searchStart(grid, from, direction)
  return revealFound(grid, await work.find(text, place, { direction, columns: grid.drawn }))
}

export function countArrangedHits(
  grid: Searched,
  work: GridWork,
  { text, of }: { readonly text: string; readonly of: FoundCell },
): Promise<Hits> {
  const cell = { row: toArrangedRow(grid, of.row), column: of.column }
  return work.hits(text, cell, grid.drawn)
}
