import type { CellError } from '#ui/grid/columns/cell-input.ts'

export interface RowError {
  /** Stable row number, as returned by `changes()`. */
  readonly id: number
  readonly message: string
  /** Columns the error refers to. If absent, it applies to the entire row. */
  readonly columns?: readonly string[] | undefined
}

/** Marks on rows and cells that are not data: server errors and rejected input texts. */
export class RowMarks {
  readonly #errors = new Map<number, { message: string; columns: Set<string> }>()
  readonly #rejections = new Map<number, Map<string, CellError>>()
  readonly #removedRows = new Set<number>()
  readonly options = new Map<number, string>()

  setErrors(errors: readonly RowError[]): void {
    this.#errors.clear()
    for (const error of errors) {
      this.#errors.set(error.id, { message: error.message, columns: new Set(error.columns) })
    }
  }

  error(id: number): string | undefined {
    return this.#errors.get(id)?.message
  }

  hasCellError(id: number, column: string): boolean {
    return this.#errors.get(id)?.columns.has(column) === true
  }

  errorIds(): number[] {
    return [...this.#errors.keys()]
  }

  /** Clears the error of an edited cell. The row's error is cleared with its last cell. */
  clearCellError(id: number, column: string): boolean {
    const error = this.#errors.get(id)
    if (!error) return false
    error.columns.delete(column)
    if (error.columns.size > 0) return false
    this.#errors.delete(id)
    return true
  }

  rejection(id: number, column: string): CellError | undefined {
    return this.#rejections.get(id)?.get(column)
  }

  setRejection(id: number, column: string, rejection: CellError | undefined): void {
    const row = this.#rejections.get(id) ?? new Map<string, CellError>()
    if (rejection) row.set(column, rejection)
    else row.delete(column)
    if (row.size > 0) this.#rejections.set(id, row)
    else this.#rejections.delete(id)
  }

  hasRejections(id: number): boolean {
    return this.#rejections.has(id)
  }

  /** The rejected texts of a removed row come back when its removal is undone. */
  setRemoved(id: number, isRemoved: boolean): void {
    if (isRemoved) this.#removedRows.add(id)
    else this.#removedRows.delete(id)
  }

  rejections(): { id: number; column: string; rejection: CellError }[] {
    return [...this.#rejections].flatMap(([id, row]) =>
      this.#removedRows.has(id)
        ? []
        : [...row].map(([column, rejection]) => ({ id, column, rejection })),
    )
  }

  clear(): void {
    this.#errors.clear()
    this.#rejections.clear()
    this.#removedRows.clear()
    this.options.clear()
  }
}
