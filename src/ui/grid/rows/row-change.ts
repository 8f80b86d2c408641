import type { GridRow } from '#ui/grid/columns/column.ts'
import type { RowFlag } from './change-tracking.ts'

export interface RowChange {
  readonly flag: RowFlag
  readonly index: number
  readonly row: GridRow
}
