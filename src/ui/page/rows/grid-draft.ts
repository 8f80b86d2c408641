import type { WireRow } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'
import { editText } from '#ui/grid/columns/cell-input.ts'
import type { RowFlag } from '#ui/grid/rows/change-tracking.ts'
import { enterOrHold } from '#ui/grid/model/editing.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'

interface RowDraft {
  readonly flag: RowFlag
  readonly row: WireRow
  readonly before: WireRow
}

export type RowDrafts = readonly RowDraft[]

/** Invalid text in a cell, rejected or in an editor that is still open. */
interface HeldText {
  readonly id: number
  readonly draft: RowDraft
  /** Index of its row among the changed rows, or -1 if only this text was entered. */
  readonly at: number
  readonly column: string
  readonly text: string
}

export interface GridDraft {
  readonly rows: RowDrafts
  readonly texts: readonly HeldText[]
}

function collectRowDrafts(grid: GridModel): RowDrafts {
  return grid.changes().map(({ flag, index, row }) => ({
    flag,
    row,
    before: Object.fromEntries(grid.rows.tracker.originals(index)),
  }))
}

interface CellText {
  readonly id: number
  readonly column: string
  readonly text: string
}

function pendingText(grid: GridModel): CellText | undefined {
  const open = grid.typing()
  if (!open) return undefined
  const { id, column, text } = open
  const storedText = editText(column, grid.rows.store.get(id, column.id))
  return text === storedText ? undefined : { id, column: column.id, text }
}

export function hasUnsavedText(grid: GridModel): boolean {
  return grid.rows.marks.rejections().length > 0 || pendingText(grid) !== undefined
}

export function createGridDraft(grid: GridModel): GridDraft {
  const rows = collectRowDrafts(grid)
  const places = new Map(grid.changes().map(({ index }, at) => [index, at]))
  const open = pendingText(grid)
  const refused = grid.rows.marks
    .rejections()
    .filter(({ id, column }) => id !== open?.id || column !== open.column)
    .map(({ id, column, rejection }) => ({ id, column, text: rejection.text }))
  const texts = [...refused, ...(open ? [open] : [])].map(({ id, column, text }): HeldText => {
    const at = places.get(id) ?? -1
    const draft = rows[at] ?? { flag: 'U', row: grid.rows.row(id), before: {} }
    return { id, draft, at, column, text }
  })
  return { rows, texts }
}

/** Key columns of a saved row: those editable only in a new row. */
function keyColumnNames(columns: readonly Column[], row: WireRow): string[] {
  const names = columns.filter(
    ({ editable }) => typeof editable === 'function' && editable({}) && !editable(row),
  )
  return names.map(({ name }) => name)
}

/**
 * Columns that identify a changed row after a reload: the link, the key, or all unedited columns.
 */
function identifyingColumns(columns: readonly Column[], link: readonly string[], draft: RowDraft) {
  if (link.length > 0) return link
  const key = keyColumnNames(columns, { ...draft.row, ...draft.before })
  if (key.length > 0) return key
  return Object.keys(draft.row).filter((name) => name !== 'VERSION' && !(name in draft.before))
}

interface RestoreTarget {
  readonly grid: GridModel
  readonly columns: readonly Column[]
  readonly link: readonly string[]
}

/**
 * Reapplies changes to reloaded rows. A row changed by another user since retains the version the
 * edit was based on. The save then reports a conflict. Returns the rows that no longer exist.
 */
export function restoreGridDraft(into: RestoreTarget, { rows, texts }: GridDraft): WireRow[] {
  const { grid } = into
  const lost: WireRow[] = []
  grid.transaction(() => {
    const ids = rows.map((draft) => {
      const id =
        draft.flag === 'I' ? grid.insertRow(grid.rowCount, draft.row) : restoreRow(into, draft)
      if (id === undefined) lost.push(draft.row)
      return id
    })
    for (const held of texts) {
      const id = held.at < 0 ? findRow(into, held.draft) : ids[held.at]
      if (id !== undefined) restoreText(grid, id, held)
      else if (held.at < 0) lost.push(held.draft.row)
    }
  })
  return lost
}

/** Enters a text as if the user left the cell: stores its value, or keeps an invalid text marked. */
function restoreText(grid: GridModel, id: number, { column: name, text }: HeldText): void {
  const column = grid.columns.find((each) => each.id === name)
  const row = grid.viewRowOf(id)
  if (!column || row < 0) return
  enterOrHold(grid, { row, column }, text)
  grid.setCurrent(row, name)
}

function findRow({ grid, columns, link }: RestoreTarget, draft: RowDraft): number | undefined {
  const wanted: WireRow = { ...draft.row, ...draft.before }
  const names = identifyingColumns(columns, link, draft)
  const isSame = (row: WireRow): boolean =>
    names.every((name) => (row[name] ?? null) === (wanted[name] ?? null))
  const all = Array.from({ length: grid.rowCount }, (_, at) => at)
  const at = all.find((place) => isSame(grid.row(place)))
  return at === undefined ? undefined : grid.rowId(at)
}

function restoreRow(into: RestoreTarget, draft: RowDraft): number | undefined {
  const { grid } = into
  const id = findRow(into, draft)
  if (id === undefined) return undefined
  const at = grid.viewRowOf(id)
  for (const name of Object.keys(draft.before)) grid.setCell(at, name, draft.row[name] ?? null)
  const version = { ...draft.row, ...draft.before }['VERSION'] ?? null
  if (version !== null) grid.rows.store.set(id, 'VERSION', version)
  if (draft.flag === 'D') grid.deleteRows([at])
  return id
}
