import type { Value, WireRow } from '#kernel/field.ts'
import type { Label } from '#kernel/label.ts'
import type { Column } from '#kernel/screen.ts'

export interface FieldEditorProps {
  readonly field: Column
  readonly value: Value
  /**
   * Called with a normalized value, never during composition. `fills` holds other columns it sets,
   * `typed` is the input, if known.
   */
  readonly onCommit: (value: Value, fills?: WireRow, typed?: string) => void
  /** Opens the value help with the typed text. Absent if the field has none. */
  readonly onValueHelp?: (text: string) => Promise<WireRow | undefined>
  readonly onEnter?: () => void
  readonly autoFocus?: boolean
  readonly invalid?: Label | undefined
  /** In a search, a leading operator is kept as text. */
  readonly searching?: boolean
  /** Other values a lookup depends on, such as the owner. */
  readonly context?: WireRow
  readonly id?: string
  readonly readOnly?: boolean
  readonly lines?: number | undefined
}
