import type { Fields, WireRow } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { RowFlag } from '#ui/grid/rows/change-tracking.ts'

/** A row to be sent. */
export interface SentRow {
  /** Its stable row number. */
  readonly id: number
  readonly row: WireRow
  /** Absent where rows are acted on and not saved. */
  readonly flag?: RowFlag
}

/** One grid that rows are sent from. */
export interface SavePart {
  readonly model: GridModel
  readonly columns: readonly Column[]
  readonly rows: readonly SentRow[]
  /** Prefix of the row number in messages, where there is more than one grid. */
  readonly title: string
  /** The columns the operation takes from its rows. */
  readonly input: Fields
  /** Further columns of every row: ROW_TYPE and DOC_REF. */
  readonly carries: (row: WireRow) => WireRow
}

/** Where a sent row came from. */
export interface SavePlace {
  readonly part: SavePart
  readonly id: number
}

export interface SaveSet {
  readonly parts: readonly SavePart[]
  readonly rows: readonly WireRow[]
  /** By the row's NO. */
  readonly places: ReadonlyMap<number, SavePlace>
}

/** Returns the changed rows of a grid. */
export function changedRows(model: GridModel): SentRow[] {
  return model.changes().map(({ flag, index, row }) => ({ id: index, row, flag }))
}

/** Returns the columns an operation takes, and VERSION, which detects concurrent changes. */
export function inputOf(row: WireRow, input: Fields): WireRow {
  const taken = (name: string) => Object.hasOwn(input, name) || name === 'VERSION'
  return Object.fromEntries(Object.entries(row).filter(([name]) => taken(name)))
}

/** Returns the rows of all parts as one numbered list. */
export function collectRows(parts: readonly SavePart[]): SaveSet {
  const rows: WireRow[] = []
  const places = new Map<number, SavePlace>()
  for (const part of parts) {
    for (const { id, row, flag } of part.rows) {
      const number = rows.length + 1
      const sent: WireRow = { ...inputOf(row, part.input), ...part.carries(row), NO: number }
      rows.push(flag === undefined ? sent : { ...sent, BATCH_FLAG: flag })
      places.set(number, { part, id })
    }
  }
  return { parts, rows, places }
}
