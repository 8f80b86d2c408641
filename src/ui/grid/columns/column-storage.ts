import type { CellValue } from './column.ts'

/** One column of values. Rows are addressed by their stable number, never by what is on screen. */
export interface Storage {
  get(id: number): CellValue
  set(id: number, value: CellValue): void
  readonly capacity: number
  grow(capacity: number): void
  /** While a copy of the column is kept elsewhere: the rows written since it was last brought up. */
  written: number[] | null
}
