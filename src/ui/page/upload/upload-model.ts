import type { CellError } from '#ui/grid/columns/cell-input.ts'
import type { CellValue, GridRow } from '#ui/grid/columns/column.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'

export const UPLOAD_COLUMNS = {
  /** Row number in the sheet, to find the row in the user's file. */
  sheetRow: 'SHEET_ROW',
  /** 0 invalid, 1 valid, 2 excluded. Sorting by it puts invalid rows first. */
  rank: 'FAULT_RANK',
  reason: 'FAULT_REASON',
} as const

export const RANK = { invalid: 0, fine: 1, leftOut: 2 } as const

/**
 * Grid model of an upload. Tracks which rows changed by typing, paste, fill or undo, to recheck
 * only those.
 */
export class UploadModel extends GridModel {
  #edited = new Set<number>()
  /** Rows edited at any time, since an undo can change any of them. */
  readonly #everEdited = new Set<number>()
  #revision = 0
  #lastSheetRow = 0
  given: GridRow = {}

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

  restart(given: GridRow, lastSheetRow: number): void {
    this.given = given
    this.#lastSheetRow = lastSheetRow
    this.#edited.clear()
    this.#everEdited.clear()
    this.#revision++
    this.filter([])
    this.sort([])
    this.setData([])
  }

  override insertRow(at: number, row: GridRow = {}): number {
    this.#lastSheetRow++
    const numbered = { ...this.given, ...row, [UPLOAD_COLUMNS.sheetRow]: this.#lastSheetRow }
    const id = super.insertRow(at, numbered)
    this.#recordEdited([id])
    return id
  }

  override deleteRows(viewRows: readonly number[]): void {
    const ids = viewRows.map((row) => this.rowId(row))
    super.deleteRows(viewRows)
    this.#recordEdited(ids)
  }

  override setCell(viewRow: number, columnId: string, value: CellValue): void {
    const id = this.rowId(viewRow)
    super.setCell(viewRow, columnId, value)
    this.#recordEdited([id])
  }

  override refuse(viewRow: number, columnId: string, error: CellError): void {
    const id = this.rowId(viewRow)
    super.refuse(viewRow, columnId, error)
    this.#recordEdited([id])
  }

  override undo(): void {
    super.undo()
    this.#recordEdited(this.#everEdited)
  }

  override redo(): void {
    super.redo()
    this.#recordEdited(this.#everEdited)
  }

  #recordEdited(ids: Iterable<number>): void {
    for (const id of ids) {
      if (id < 0) continue
      this.#edited.add(id)
      this.#everEdited.add(id)
    }
    this.#revision++
    this.touch()
  }
}
