import type { CellValue, GridRow } from '#ui/grid/columns/column.ts'
import type { FilterCondition } from './filter.ts'
import type { SortKey } from './sort.ts'
import type { FooterRequest } from './worker-messages.ts'

export interface Arrangement {
  readonly sort: readonly SortKey[]
  readonly filters: readonly FilterCondition[]
}

/** Source for a row set too large to load at once, fetched by position. Positions start at 0. */
export interface RowSource {
  count(shown: Arrangement, signal: AbortSignal): Promise<number>
  rows(shown: Arrangement, first: number, count: number, signal: AbortSignal): Promise<GridRow[]>
  /** Footer values over all rows that pass the filters, without local changes. */
  footers(
    shown: Arrangement,
    requests: readonly FooterRequest[],
    signal: AbortSignal,
  ): Promise<readonly CellValue[]>
  locate(
    shown: Arrangement,
    sought: { readonly column: string; readonly text: string; readonly from: number },
    signal: AbortSignal,
  ): Promise<number | null>
}
