import type { WireRow } from '#kernel/field.ts'
import { editText } from '#ui/grid/columns/cell-input.ts'
import type { RowFlag } from '#ui/grid/rows/change-tracking.ts'
import { enterOrHold } from '#ui/grid/model/editing.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { RecordIndex } from './record-identity.ts'

interface RowDraft {
  /** Number of the row in a save without a response. */
  readonly sent?: number | undefined
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

type SentNumbers = ReadonlyMap<number, number>

function collectRowDrafts(grid: GridModel, numbers: SentNumbers): RowDrafts {
  return grid.changes().map(({ flag, index, row }) => ({
    ...(numbers.has(index) && { sent: numbers.get(index) }),
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

export function createGridDraft(grid: GridModel, numbers: SentNumbers = new Map()): GridDraft {
  const rows = collectRowDrafts(grid, numbers)
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

interface RestoreTarget {
  readonly grid: GridModel
  /** Columns that identify a saved row. If there are none, all unedited columns do. */
  readonly identity: readonly string[]
  /** Called for each row of a save without a response. */
  readonly onSent?: (number: number, id: number) => void
}

/**
 * Reapplies changes to reloaded rows. A row changed by another user since retains the version the
 * edit was based on. The save then reports a conflict. Returns the rows that no longer exist.
 */
export function restoreGridDraft(
  { grid, identity, onSent }: RestoreTarget,
  { rows, texts }: GridDraft,
): WireRow[] {
  const lost: WireRow[] = []
  const find = rowFinder(grid, identity)
  grid.transaction(() => {
    const ids = rows.map((draft) => {
      const isNew = draft.flag === 'I'
      const id = isNew ? grid.insertRow(grid.rowCount, draft.row) : find(draft)
      if (id === undefined) lost.push(draft.row)
      else if (!isNew) restoreRow(grid, id, draft)
      if (id !== undefined && draft.sent !== undefined) onSent?.(draft.sent, id)
      return id
    })
    for (const held of texts) {
      const id = held.at < 0 ? find(held.draft) : ids[held.at]
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

/**
 * Copies the invalid texts of all rows except the `acted` ones. Returns a function that enters them
 * in the reloaded rows again and leaves the cursor in place.
 */
export function keepTexts(
  grid: GridModel,
  acted: ReadonlySet<number>,
  identity: readonly string[],
): () => void {
  const texts = createGridDraft(grid)
    .texts.filter(({ id }) => !acted.has(id))
    .map((held) => ({ ...held, at: -1 }))
  return () => {
    const { current } = grid
    restoreGridDraft({ grid, identity }, { rows: [], texts })
    if (current) grid.setCurrent(current.row, current.column)
  }
}

function rowFinder(grid: GridModel, identity: readonly string[]) {
  const index = new RecordIndex(grid, identity)
  return ({ row, before }: RowDraft): number | undefined => {
    const wanted: WireRow = { ...row, ...before }
    const unedited = Object.keys(row).filter((name) => name !== 'VERSION' && !(name in before))
    return index.find(wanted) ?? new RecordIndex(grid, unedited).find(wanted)
  }
}

function restoreRow(grid: GridModel, id: number, draft: RowDraft): void {
  for (const name of Object.keys(draft.before)) grid.setCellOf(id, name, draft.row[name] ?? null)
  const version = { ...draft.row, ...draft.before }['VERSION'] ?? null
  if (version !== null) grid.rows.store.set(id, 'VERSION', version)
  if (draft.flag === 'D') grid.deleteIds([id])
}
