import type { CellValue, GridColumn, GridRow } from '#ui/grid/columns/column.ts'

export interface ValueHelpRequest {
  readonly row: number
  readonly column: GridColumn
  readonly text: string
  commit(value: CellValue, others?: GridRow): void
}

export interface ControllerOptions {
  readonly label: string
  /** Values of a row that a paste appends. Null if it cannot append rows. */
  readonly newRow: (() => GridRow) | null
  readonly checkColumn?: boolean | undefined
  /** Fits columns to their content and folds those that exceed the available width. */
  readonly fits?: boolean | undefined
  /** Enter on a row without editable cells, or a double click on a read-only cell. */
  readonly onActivate?: ((row: number) => void) | undefined
  readonly onValueHelp?: ((request: ValueHelpRequest) => void) | undefined
  readonly onFocusChange?: ((isFocused: boolean) => void) | undefined
  /** The hidden table has the focus, and the sink only during an edit. */
  readonly reader?: boolean | undefined
}
