import type { CellValue } from './column.ts'

/** Values of one column. Rows are addressed by their stable number, never by screen position. */
export interface Storage {
  get(id: number): CellValue
  set(id: number, value: CellValue): void
  readonly capacity: number
  grow(capacity: number): void
  /**
   * Rows written since an external copy of the column was last updated. Null if there is no copy.
   */
  written: number[] | null
}
