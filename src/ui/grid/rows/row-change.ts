import type { GridRow } from '#ui/grid/columns/column.ts'
import type { RowFlag } from './change-tracking.ts'

/** A row that differs from what was loaded. */
export interface RowChange {
  readonly flag: RowFlag
  /** The stable row number: what errors are given back with. */
  readonly index: number
  readonly row: GridRow
}
