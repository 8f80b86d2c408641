import type { CellFault } from '#ui/grid/columns/cell-input.ts'
import type { CellValue, GridRow } from '#ui/grid/columns/column.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'

/** Columns of the grid that are no columns of the record. */
export const UPLOAD_COLUMNS = {
  /** Number of the row in the sheet: how people find it again in their own file. */
  sheetRow: 'SHEET_ROW',
  /** 0 faulty, 1 fine, 2 left out: sorting by it brings the faulty rows to the top. */
  rank: 'FAULT_RANK',
  reason: 'FAULT_REASON',
} as const

export const RANK = { faulty: 0, fine: 1, leftOut: 2 } as const

/**
 * The rows of an upload in the grid. Tells which rows were touched, whatever touched them (typing,
 * paste, fill, undo), so that exactly those are checked again.
 */
export class UploadModel extends GridModel {
  /** Rows touched since `takeEdited`. */
  #edited = new Set<number>()
  /** Rows touched at any time: an undo may have changed each of them. */
  readonly #ever = new Set<number>()
  #revision = 0
  #lastSheetRow = 0
  /** Values that a row has when it is added by hand: the facts of the header. */
  given: GridRow = {}

  /** Grows with every change of what would be saved. */
  get revision(): number {
    return this.#revision
  }

  takeEdited(): number[] {
    const ids = [...this.#edited]
    this.#edited = new Set()
    return ids
  }

  get hasEdited(): boolean {
    return this.#edited.size > 0
  }

  /** Empties the grid for another sheet whose rows end at `lastSheetRow`. */
  restart(given: GridRow, lastSheetRow: number): void {
    this.given = given
    this.#lastSheetRow = lastSheetRow
    this.#edited.clear()
    this.#ever.clear()
    this.#revision++
    this.filter([])
    this.sort([])
    this.setData([])
  }

  override insertRow(at: number, row: GridRow = {}): number {
    this.#lastSheetRow++
    const numbered = { ...this.given, ...row, [UPLOAD_COLUMNS.sheetRow]: this.#lastSheetRow }
    const id = super.insertRow(at, numbered)
    this.#note([id])
    return id
  }

  override deleteRows(viewRows: readonly number[]): void {
    const ids = viewRows.map((row) => this.rowId(row))
    super.deleteRows(viewRows)
    this.#note(ids)
  }

  override setCell(viewRow: number, columnId: string, value: CellValue): void {
    const id = this.rowId(viewRow)
    super.setCell(viewRow, columnId, value)
    this.#note([id])
  }

  override refuse(viewRow: number, columnId: string, fault: CellFault): void {
    const id = this.rowId(viewRow)
    super.refuse(viewRow, columnId, fault)
    this.#note([id])
  }

  override undo(): void {
    super.undo()
    this.#note(this.#ever)
  }

  override redo(): void {
    super.redo()
    this.#note(this.#ever)
  }

  #note(ids: Iterable<number>): void {
    for (const id of ids) {
      if (id < 0) continue
      this.#edited.add(id)
      this.#ever.add(id)
    }
    this.#revision++
    this.touch()
  }
}
