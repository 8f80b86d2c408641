import type { Value, WireRow } from '#kernel/field.ts'
import type { Label } from '#kernel/label.ts'
import type { Column } from '#kernel/screen.ts'

/** What every field editor is given, whatever its kind. */
export interface FieldEditorProps {
  readonly field: Column
  readonly value: Value
  /** Called with a normalised value, never while composing. `fills` are further columns it sets. */
  readonly onCommit: (value: Value, fills?: WireRow) => void
  /** Opens the value help with the typed text; absent means the field has none. */
  readonly onValueHelp?: (text: string) => Promise<WireRow | undefined>
  /** Enter, after the value was taken. */
  readonly onEnter?: () => void
  readonly autoFocus?: boolean
  /** Why the form refuses the value; stands beside the field. */
  readonly invalid?: Label | undefined
  /** In a search an operator in front of the value is kept as text. */
  readonly searching?: boolean
  /** Other values a lookup depends on, such as the owner. */
  readonly context?: WireRow
  readonly id?: string
  readonly readOnly?: boolean
  /** A long text wraps in a box of so many lines. */
  readonly lines?: number | undefined
}
