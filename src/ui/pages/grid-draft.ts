import type { WireRow } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'
import type { RowFlag } from '#ui/grid/change-tracking.ts'
import type { GridModel } from '#ui/grid/grid-model.ts'

/** One changed row: as it stands, and what the server had sent of the cells that were edited. */
interface RowDraft {
  readonly flag: RowFlag
  readonly row: WireRow
  readonly before: WireRow
}

/** The changes of one grid. */
export type RowDrafts = readonly RowDraft[]

/** What was changed in a grid, to be put back into fresh rows later. */
export function rowDrafts(grid: GridModel): RowDrafts {
  return grid.changes().map(({ flag, index, row }) => ({
    flag,
    row,
    before: Object.fromEntries(grid.rows.tracker.originals(index)),
  }))
}

/** Columns that name a saved row: those that may be typed into only while it is new. */
function keyOf(columns: readonly Column[], row: WireRow): string[] {
  const names = columns.filter(
    ({ editable }) => typeof editable === 'function' && editable({}) && !editable(row),
  )
  return names.map(({ name }) => name)
}

/** Columns by which a changed row is found again among fresh ones. */
function namingColumns(columns: readonly Column[], link: readonly string[], draft: RowDraft) {
  if (link.length > 0) return link
  const key = keyOf(columns, { ...draft.row, ...draft.before })
  if (key.length > 0) return key
  return Object.keys(draft.row).filter((name) => name !== 'VERSION' && !(name in draft.before))
}

interface Into {
  readonly grid: GridModel
  readonly columns: readonly Column[]
  /** Columns that name a row, where they are known. */
  readonly link: readonly string[]
}

/**
 * Puts changes into rows that were loaded anew. A row that somebody else changed meanwhile keeps
 * the version the edit was made on, so that the save says so. Answers the rows that are gone.
 */
export function putBack(into: Into, drafts: RowDrafts): WireRow[] {
  const { grid } = into
  const lost: WireRow[] = []
  grid.transaction(() => {
    for (const draft of drafts) {
      if (draft.flag === 'I') grid.insertRow(grid.rowCount, draft.row)
      else if (!putOnRow(into, draft)) lost.push(draft.row)
    }
  })
  return lost
}

function putOnRow({ grid, columns, link }: Into, draft: RowDraft): boolean {
  const wanted: WireRow = { ...draft.row, ...draft.before }
  const names = namingColumns(columns, link, draft)
  const isSame = (row: WireRow): boolean =>
    names.every((name) => (row[name] ?? null) === (wanted[name] ?? null))
  const all = Array.from({ length: grid.rowCount }, (_, at) => at)
  const at = all.find((place) => isSame(grid.row(place)))
  if (at === undefined) return false
  for (const name of Object.keys(draft.before)) grid.setCell(at, name, draft.row[name] ?? null)
  const version = wanted['VERSION'] ?? null
  if (version !== null) grid.rows.store.set(grid.rowId(at), 'VERSION', version)
  if (draft.flag === 'D') grid.deleteRows([at])
  return true
}
