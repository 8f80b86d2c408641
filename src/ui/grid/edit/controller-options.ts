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
  readonly label: string
  readonly texts: GridTexts
  readonly canAppend: boolean
  readonly checkColumn?: boolean | undefined
  /** Columns fit the width of the grid. */
  readonly fits?: boolean | undefined
  readonly onActivate?: ((row: number) => void) | undefined
  readonly onValueHelp?: ((request: ValueHelpRequest) => void) | undefined
  readonly onFocusChange?: ((focused: boolean) => void) | undefined
  /** The table behind the canvas has the focus, and the sink only while a cell is edited. */
  readonly reader?: boolean | undefined
  /** Today at this hour as 'yyyyMMddHHmmss'. */
  readonly now?: (() => string) | undefined
}
