import type { WireRow } from './field.ts'
import type { GroupKey } from './summary-key.ts'

export interface GroupRequest {
  readonly by: readonly GroupKey[]
  /** Summed columns. Defaults to every column with a sum in its footer. */
  readonly sums?: readonly string[] | undefined
  readonly counts?: readonly string[] | undefined
  readonly least?: readonly string[] | undefined
  readonly most?: readonly string[] | undefined
  /**
   * Columns that show one sum or count as a percentage of another, by their names in the result.
   */
  readonly ratios?: readonly { readonly of: string; readonly to: string }[] | undefined
  readonly zeros?: boolean | undefined
  /**
   * Repeats measures in one column per value of `key`. The caller lists the values, because all
   * windows of a result need the same columns.
   */
  readonly across?:
    | {
        readonly key: GroupKey
        readonly values: readonly (string | null)[]
        readonly measures: readonly string[]
      }
    | undefined
  readonly compare?:
    | {
        readonly search: WireRow
        /** Shifts the dates of the compared search before they are grouped into periods. */
        readonly shift?: { readonly count: number; readonly unit: 'day' | 'month' } | undefined
      }
    | undefined
}
