import type { CellFault } from '#ui/grid/columns/cell-input.ts'
import type { Codes } from '#ui/grid/columns/dictionary-storage.ts'
import type { CellValue, Footer, GridColumn } from '#ui/grid/columns/column.ts'
import type { FilterCondition } from './filter.ts'
import type { SortKey } from './sort.ts'

/** What a copy of one column lacks. Sent before any work that reads the column. */
export interface ColumnPatch {
  readonly column: string
  readonly kind: 'number' | 'dictionary'
  /** Whatever was kept under that name before is to be thrown away. */
  readonly isFresh: boolean
  /** Rows the column has from now on. */
  readonly rows: number
  /** Row of the first of `values` or `codes`; what stood before stays. */
  readonly first: number
  readonly values?: Int32Array | Float64Array
  /** Of the numbers, as `NumberStorage` keeps them. */
  readonly scale?: number
  readonly codes?: Codes
  /** Dictionary entries that came on at the end. */
  readonly entries: readonly CellValue[]
  /** All texts of a column of numbers that no double holds. */
  readonly texts: readonly (readonly [row: number, text: string])[]
  /** Single cells written since: row numbers, and their values or codes. */
  readonly written: Int32Array
  readonly writtenValues: Float64Array | Int32Array
}

/** Row numbers in their order, or how many there are when each stands at its own place. */
export type RowsPatch = Int32Array | number

/** A column without its functions, which cannot be sent. */
export type ReadColumn = Omit<
  GridColumn,
  'editable' | 'footer' | 'tone' | 'dateOf' | 'lengthOf' | 'shapeOf' | 'meaningOf'
>

export type PlainFooter = Exclude<Footer, (values: readonly CellValue[]) => string>

export interface FooterAsked {
  readonly column: string
  readonly footer: PlainFooter
}

/** A cell by its place in the view. */
export interface FoundCell {
  readonly row: number
  readonly column: string
}

/** Cells that show a text, and which of them one is, counted from 1. */
export interface Hits {
  readonly count: number
  readonly number: number
}

/** How often a value stands in a column. */
export interface Frequency {
  readonly value: CellValue
  readonly count: number
  /** Of all rows shown, from 0 to 1. */
  readonly share: number
}

export interface CellRange {
  readonly top: number
  readonly bottom: number
  readonly columns: readonly ReadColumn[]
  /** Refused texts, which stand in their cells instead of values. */
  readonly faults: readonly { id: number; column: string; fault: CellFault }[]
}

/** Work over whole columns, with what it answers. */
export interface Jobs {
  arrange: {
    asked: {
      readonly sort: readonly SortKey[]
      readonly filters: readonly FilterCondition[]
      readonly footers: readonly FooterAsked[]
      /** Rows flagged D, which count in no footer. */
      readonly gone: readonly number[]
    }
    answer: { readonly rows: Int32Array<ArrayBuffer>; readonly footers: readonly CellValue[] }
  }
  footers: {
    asked: { readonly footers: readonly FooterAsked[]; readonly gone: readonly number[] }
    answer: readonly CellValue[]
  }
  stats: {
    asked: {
      readonly columns: readonly string[]
      /** The column that says the currency of each row. */
      readonly currency: string | undefined
      readonly top: number
      readonly bottom: number
    }
    answer: readonly {
      readonly currency: string | null
      readonly count: number
      readonly sum: string
      readonly average: number | null
    }[]
  }
  find: {
    asked: {
      readonly text: string
      readonly from: { readonly row: number; readonly at: number }
      readonly direction: 1 | -1
      readonly cells: CellRange
    }
    answer: FoundCell | null
  }
  hits: {
    asked: { readonly text: string; readonly of: FoundCell; readonly cells: CellRange }
    answer: Hits
  }
  frequencies: { asked: { readonly column: string }; answer: readonly Frequency[] }
  copy: { asked: { readonly cells: CellRange }; answer: Blob }
}

export type JobKind = keyof Jobs

export type Job = { [Kind in JobKind]: { readonly kind: Kind } & Jobs[Kind]['asked'] }[JobKind]

/** A message to the worker: what changed since the last one, then perhaps something to do. */
export interface WorkerRequest {
  readonly id: number
  readonly patches: readonly ColumnPatch[]
  /** Every row there is; absent where it did not change. */
  readonly order?: RowsPatch
  /** The rows shown. */
  readonly view?: RowsPatch
  readonly job?: Job
}

export interface WorkerReply {
  readonly id: number
  readonly answer?: Jobs[JobKind]['answer']
  /** Why there is no answer. */
  readonly error?: string
}
