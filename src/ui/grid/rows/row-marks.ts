import type { CellFault } from '#ui/grid/columns/cell-input.ts'

/** What the server said about one row after a refused save. */
export interface RowError {
  /** The stable row number, as `changes()` gave it. */
  readonly id: number
  readonly message: string
  /** Columns at fault; without them the message is about the row as a whole. */
  readonly columns?: readonly string[] | undefined
}

/** Marks on rows and cells that are not data: refusals by the server and texts that were no value. */
export class RowMarks {
  readonly #errors = new Map<number, { message: string; columns: Set<string> }>()
  readonly #faults = new Map<number, Map<string, CellFault>>()
  /** Numbers typed beside rows, each waiting to be carried out. */
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

  /** An edit answers the objection to that cell; the row is clear once all its cells are answered. */
  answered(id: number, column: string): boolean {
    const error = this.#errors.get(id)
    if (!error) return false
    error.columns.delete(column)
    if (error.columns.size > 0) return false
    this.#errors.delete(id)
    return true
  }

  fault(id: number, column: string): CellFault | undefined {
    return this.#faults.get(id)?.get(column)
  }

  setFault(id: number, column: string, fault: CellFault | undefined): void {
    const row = this.#faults.get(id) ?? new Map<string, CellFault>()
    if (fault) row.set(column, fault)
    else row.delete(column)
    if (row.size > 0) this.#faults.set(id, row)
    else this.#faults.delete(id)
  }

  hasFaults(id: number): boolean {
    return this.#faults.has(id)
  }

  faults(): { id: number; column: string; fault: CellFault }[] {
    return [...this.#faults].flatMap(([id, row]) =>
      [...row].map(([column, fault]) => ({ id, column, fault })),
    )
  }

  clear(): void {
    this.#errors.clear()
    this.#faults.clear()
    this.options.clear()
  }
}
