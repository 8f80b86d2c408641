import type { CellValue, GridColumn, GridRow } from '#ui/grid/columns/column.ts'
import type { GridTexts } from './grid-texts.ts'

/** A request for value help: what stands in the cell, and the way to put the choice in. */
export interface ValueHelpRequest {
  readonly row: number
  readonly column: GridColumn
  readonly text: string
  /** Takes the chosen value and further fields of the row, and gives the focus back. */
  commit(value: CellValue, others?: GridRow): void
}

export interface ControllerOptions {
  /** Names the grid to assistive technology. */
  readonly label: string
  readonly texts: GridTexts
  readonly canAppend: boolean
  readonly checkColumn?: boolean | undefined
  /** Columns are as wide as what is in them, and fold away where they do not fit. */
  readonly fits?: boolean | undefined
  /** Enter on a row with nothing to edit, or a double click on a cell that cannot be edited. */
  readonly onActivate?: ((row: number) => void) | undefined
  /** F4 or Alt+Down on a lookup cell. */
  readonly onValueHelp?: ((request: ValueHelpRequest) => void) | undefined
  readonly onFocusChange?: ((focused: boolean) => void) | undefined
  /** The table behind the canvas has the focus, and the sink only while a cell is edited. */
  readonly reader?: boolean | undefined
  /** Now as 'yyyyMMddHHmmss', for Ctrl+;. The clock of the machine unless given. */
  readonly now?: (() => string) | undefined
}
