import type { CellValue, GridRow } from '#ui/grid/columns/column.ts'
import type { FilterCondition } from './filter.ts'
import type { SortKey } from './sort.ts'
import type { FooterAsked } from './worker-messages.ts'

/** Which rows are shown, in what order. */
export interface Arrangement {
  readonly sort: readonly SortKey[]
  readonly filters: readonly FilterCondition[]
}

/** Rows that are too many to be held: asked for where they are looked at. Places count from 0. */
export interface RowSource {
  /** How many there are, exactly. */
  count(shown: Arrangement, signal: AbortSignal): Promise<number>
  rows(shown: Arrangement, first: number, count: number, signal: AbortSignal): Promise<GridRow[]>
  /** What stands under columns, over all rows that pass the filters, as it is in the source. */
  footers(
    shown: Arrangement,
    asked: readonly FooterAsked[],
    signal: AbortSignal,
  ): Promise<readonly CellValue[]>
  /** The first place, from a place on, whose column holds what is looked for; null for none. */
  locate(
    shown: Arrangement,
    sought: { readonly column: string; readonly text: string; readonly from: number },
    signal: AbortSignal,
  ): Promise<number | null>
}
