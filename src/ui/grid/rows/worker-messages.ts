import type { CopyType } from '#ui/grid/rows/clipboard.ts'
import type { CellError } from '#ui/grid/columns/cell-input.ts'
import type { Codes } from '#ui/grid/columns/dictionary-storage.ts'
import type { CellValue, Footer, GridColumn } from '#ui/grid/columns/column.ts'
import type { FilterCondition } from './filter.ts'
import type { SortKey } from './sort.ts'

/** Changes to one column since the last message. Sent before any job that reads the column. */
export interface ColumnPatch {
  readonly column: string
  readonly kind: 'number' | 'dictionary'
  /** Whether to discard any column stored under this name. */
  readonly isFresh: boolean
  readonly rows: number
  /** Row of the first item of `values` or `codes`. Earlier rows are unchanged. */
  readonly first: number
  readonly values?: Int32Array | Float64Array
  /** Decimal places of the numbers, as in `NumberStorage`. */
  readonly scale?: number
  readonly codes?: Codes
  readonly entries: readonly CellValue[]
  /** All texts of a numeric column that a double cannot hold. */
  readonly texts: readonly (readonly [row: number, text: string])[]
  readonly written: Int32Array
  readonly writtenValues: Float64Array | Int32Array
}

export type RowsPatch = Int32Array | number

export type ReadColumn = Omit<
  GridColumn,
  'editable' | 'footer' | 'tone' | 'dateOf' | 'lengthOf' | 'shapeOf' | 'meaningOf'
>

export type PlainFooter = Exclude<Footer, (values: readonly CellValue[]) => string>

export interface FooterRequest {
  readonly column: string
  readonly footer: PlainFooter
}

export interface FoundCell {
  readonly row: number
  readonly column: string
}

/** Number of matching cells, and the 1-based ordinal of the given one. */
export interface Hits {
  readonly count: number
  readonly number: number
}

export interface Frequency {
  readonly value: CellValue
  readonly count: number
  readonly share: number
}

export interface CellRange {
  readonly top: number
  readonly bottom: number
  readonly columns: readonly ReadColumn[]
  /** Rejected text shown in cells in place of values. */
  readonly rejections: readonly { id: number; column: string; rejection: CellError }[]
}

export interface Jobs {
  arrange: {
    asked: {
      readonly sort: readonly SortKey[]
      readonly filters: readonly FilterCondition[]
      readonly footers: readonly FooterRequest[]
      /** Rows flagged D, excluded from footers. */
      readonly removed: readonly number[]
    }
    answer: { readonly rows: Int32Array<ArrayBuffer>; readonly footers: readonly CellValue[] }
  }
  footers: {
    asked: { readonly footers: readonly FooterRequest[]; readonly removed: readonly number[] }
    answer: readonly CellValue[]
  }
  stats: {
    asked: {
      readonly columns: readonly string[]
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
  copy: { asked: { readonly cells: CellRange; readonly type: CopyType }; answer: Blob }
}

export type JobKind = keyof Jobs

export type Job = { [Kind in JobKind]: { readonly kind: Kind } & Jobs[Kind]['asked'] }[JobKind]

/** A message to the worker: changes since the last message, and optionally a job. */
export interface WorkerRequest {
  readonly id: number
  readonly patches: readonly ColumnPatch[]
  readonly order?: RowsPatch
  readonly view?: RowsPatch
  readonly job?: Job
}

export interface WorkerReply {
  readonly id: number
  readonly answer?: Jobs[JobKind]['answer']
  readonly error?: string
}
