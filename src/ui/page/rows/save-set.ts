import type { Fields, WireRow } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { RowFlag } from '#ui/grid/rows/change-tracking.ts'
import type { SaveKeys } from '#ui/remote/save-call.ts'

export interface SentRow {
  readonly id: number
  readonly row: WireRow
  /** Absent for rows of an action, which are not saved. */
  readonly flag?: RowFlag
}

export interface SavePart {
  readonly model: GridModel
  readonly columns: readonly Column[]
  readonly rows: readonly SentRow[]
  /** Prefix of row numbers in messages if there are several grids. */
  readonly title: string
  readonly input: Fields
  /** Additional columns of every row: ROW_TYPE and DOC_REF. */
  readonly carries: (row: WireRow) => WireRow
}

export interface SavePlace {
  readonly part: SavePart
  readonly id: number
}

export interface SaveSet {
  readonly parts: readonly SavePart[]
  readonly rows: readonly WireRow[]
  /** Part and row id of each sent row, by its NO. */
  readonly places: ReadonlyMap<number, SavePlace>
}

export function changedRows(model: GridModel): SentRow[] {
  return model.changes().map(({ flag, index, row }) => ({ id: index, row, flag }))
}

/** Returns the columns an operation accepts, and VERSION, which detects concurrent changes. */
export function pickInput(row: WireRow, input: Fields): WireRow {
  const isAccepted = (name: string) => Object.hasOwn(input, name) || name === 'VERSION'
  return Object.fromEntries(Object.entries(row).filter(([name]) => isAccepted(name)))
}

export function collectRows(parts: readonly SavePart[]): SaveSet {
  const rows: WireRow[] = []
  const places = new Map<number, SavePlace>()
  for (const part of parts) {
    for (const { id, row, flag } of part.rows) {
      const number = rows.length + 1
      const sent: WireRow = { ...pickInput(row, part.input), ...part.carries(row), NO: number }
      rows.push(flag === undefined ? sent : { ...sent, BATCH_FLAG: flag })
      places.set(number, { part, id })
    }
  }
  return { parts, rows, places }
}

interface SendingPage {
  readonly unansweredSave: SaveSet | undefined
  readonly keys: SaveKeys
}

/** A save or action was sent, and whether it ran is unknown. */
export function isUnsettled({ unansweredSave, keys }: SendingPage): boolean {
  return unansweredSave !== undefined && keys.unsettled !== undefined
}

/** Whether the user has undone sent changes since. They are changed back after the response. */
export function isUndoneSinceSend(page: SendingPage): boolean {
  if (!page.unansweredSave || !isUnsettled(page)) return false
  return page.unansweredSave.parts.some(({ model, rows }) =>
    rows.some(({ id, flag }) => flag && model.rows.tracker.flag(id) === undefined),
  )
}
