import type { WireRow } from '#kernel/field.ts'
import type { PrintOut } from '#kernel/operation.ts'
import type { NextCommand } from '#ui/tabs/page-registry.ts'

/** What may follow work that was done. */
export interface Followed {
  /** Words of the status line that it is said beside. */
  readonly note: string
  readonly steps: readonly NextCommand[]
  /** Paper of what was worked on. */
  readonly print: { readonly printOut: PrintOut; readonly rows: readonly WireRow[] } | undefined
}
