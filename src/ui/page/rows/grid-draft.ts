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

/** A row of a save without a response that has no change left: deleted, undone or never edited. */
interface SentDraft {
  readonly sent: number
  readonly flag: RowFlag | undefined
  readonly row: WireRow
  /** Columns whose sent values differ from the current ones. */
  readonly columns: readonly string[]
}

/** Values of a row in a save without a response, and its number in that save. */
export interface SentState {
  readonly number: number
  readonly row: WireRow
  readonly flag: RowFlag | undefined
}

type SentStates = ReadonlyMap<number, SentState>

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
  readonly sentOnly?: readonly SentDraft[]
}

function collectRowDrafts(grid: GridModel, states: SentStates): RowDrafts {
  return grid.changes().map(({ flag, index, row }) => ({
    ...(states.has(index) && { sent: states.get(index)?.number }),
    flag,
    row,
    before: Object.fromEntries(grid.rows.tracker.originals(index)),
  }))
}

function collectSentOnly({ rows }: GridModel, states: SentStates): SentDraft[] {
  const unchanged = [...states].filter(([id]) => rows.tracker.flag(id) === undefined)
  return unchanged.map(([id, { number, row: was, flag }]) => {
    const row = rows.row(id)
    const columns = Object.keys(row).filter((name) => (was[name] ?? null) !== (row[name] ?? null))
    return { sent: number, flag, row, columns }
  })
}

interface CellText {
  readonly id: number
  readonly column: string
  readonly text: string
}

function pendingText(grid: GridModel): CellText | undefined {
  const open = grid.getTypedText()
  if (!open) return undefined
  const { id, column, text } = open
  const storedText = editText(column, grid.rows.store.get(id, column.id))
  return text === storedText ? undefined : { id, column: column.id, text }
}

export function hasUnsavedText(grid: GridModel): boolean {
  return grid.rows.marks.rejections().length > 0 || pendingText(grid) !== undefined
}

export function createGridDraft(grid: GridModel, states: SentStates = new Map()): GridDraft {
  const rows = collectRowDrafts(grid, states)
  const sentOnly = collectSentOnly(grid, states)
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
  return { rows, texts, ...(sentOnly.length > 0 && { sentOnly }) }
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
  { rows, texts, sentOnly = [] }: GridDraft,
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
    for (const draft of sentOnly) {
      const id = restoreSentOnly(grid, draft, find({ ...draft, flag: 'U', before: {} }))
      if (id !== undefined) onSent?.(draft.sent, id)
    }
    for (const held of texts) {
      const id = held.at < 0 ? find(held.draft) : ids[held.at]
      if (id !== undefined) restoreText(grid, id, held)
      else if (held.at < 0) lost.push(held.draft.row)
    }
  })
  return lost
}

/**
 * Restores a sent row without a change. Its response decides whether a deleted or undone row has to
 * be changed back.
 */
function restoreSentOnly(
  grid: GridModel,
  { flag, row, columns }: SentDraft,
  found: number | undefined,
): number | undefined {
  if (flag === 'I') {
    // The record with this key may be another user's, so it is not searched for.
    const id = grid.insertRow(grid.rowCount, row)
    grid.deleteIds([id])
    return id
  }
  // The save deleted it, and the user has undone that.
  if (found === undefined && flag === 'D')
    return grid.insertRow(grid.rowCount, { ...row, VERSION: null })
  if (found === undefined) return undefined
  if (flag === 'U') {
    for (const name of columns)
      if (name !== 'VERSION') grid.setCellOf(found, name, row[name] ?? null)
  }
  return found
}

/** Enters a text as if the user left the cell: stores its value, or keeps invalid text marked. */
function restoreText(grid: GridModel, id: number, { column: name, text }: HeldText): void {
  const column = grid.columns.find((candidate) => candidate.id === name)
  const row = grid.viewRowOf(id)
  if (!column || row < 0) return
  enterOrHold(grid, { row, column }, text)
  grid.setCurrent(row, name)
}

/**
 * Copies the invalid text of all rows except the `acted` ones. Returns a function that enters it in
 * the reloaded rows again and leaves the cursor in place.
 */
export function captureTexts(
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
