import type { WireRow } from './field.ts'
import type { GroupKey } from './summary-key.ts'

/** How a caller wants the rows of a question grouped. */
export interface GroupAsked {
  /** None is one group of everything. */
  readonly by: readonly GroupKey[]
  /** Columns added up; every column with a sum under it where nothing is said. */
  readonly sums?: readonly string[] | undefined
  /** Columns whose different values are counted; `*` counts the rows. */
  readonly counts?: readonly string[] | undefined
  readonly least?: readonly string[] | undefined
  readonly most?: readonly string[] | undefined
  /** One sum or count in per cent of another, by the names they have in the answer. */
  readonly ratios?: readonly { readonly of: string; readonly to: string }[] | undefined
  readonly zeros?: boolean | undefined
  /** The values are said by the caller, so that every part of the answer has the same columns. */
  readonly across?:
    | {
        readonly key: GroupKey
        readonly values: readonly (string | null)[]
        readonly measures: readonly string[]
      }
    | undefined
  readonly compare?:
    | {
        /** What is searched differently. */
        readonly search: WireRow
        /** How far days of the other search are moved before they fall into periods. */
        readonly shift?: { readonly count: number; readonly unit: 'day' | 'month' } | undefined
      }
    | undefined
}
