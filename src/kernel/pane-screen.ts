import type { Fields, Value } from './field.ts'
import type { PrintOut, Procedure, Query } from './operation.ts'
import type {
  CardsPart,
  ChartPart,
  ColumnRef,
  CountScan,
  Drill,
  GridPart,
  MoveScan,
  NextSteps,
  ScanScreen,
  Stations,
} from './screen.ts'

/** Part of a page. `own` is rendered by a component that the screen names. */
export type PaneName =
  | 'search'
  | 'form'
  | 'grid'
  | 'cards'
  | 'lines'
  | 'chart'
  | 'station'
  | 'sheet'
  | 'own'

/**
 * A pane, or panes split into rows or columns by share. A pane with share 0 has its natural size.
 */
export type PaneLayout =
  | PaneName
  | {
      readonly split: 'rows' | 'columns'
      readonly parts: readonly (readonly [part: PaneLayout, share: number])[]
    }

export interface LinesSource {
  readonly part: GridPart
  readonly link: readonly string[]
  readonly ofAll: boolean
}

export interface Saves {
  readonly procedure: Procedure
  readonly unit: 'row' | 'document'
  readonly rowsFixed: boolean
  readonly rowsKept?: boolean
}

interface Prints {
  readonly printOut: PrintOut
  readonly after?: Procedure
  readonly typed: boolean
}

/**
 * Import of a spreadsheet: validated row by row, corrected in the grid, then saved in one
 * transaction.
 */
export interface SheetIntake {
  readonly route: string
  readonly save: Procedure
  readonly columns: readonly ColumnRef[]
  /** Saves and reuses the column letters of each owner. */
  readonly ownerMapping: boolean
  /** Column filled with the sheet name, if a workbook has several sheets. */
  readonly sheets?: string
  readonly header: Fields
}

/**
 * A screen as panes, row sources and actions. The only form of a screen that the UI handles; built
 * by `normalise`. A missing part is not on the page.
 */
export interface PaneScreen {
  readonly route: string
  readonly panes: PaneLayout
  /**
   * Search fields in order, by name in the source's `search`. A leading `*` marks a required field.
   */
  readonly search: readonly string[]
  readonly searchDefaults: Readonly<Record<string, Value>>
  readonly searchAtOpen: boolean
  readonly sources: {
    readonly grid?: GridPart
    readonly lines?: LinesSource
    readonly document?: Query
  }
  readonly cards?: CardsPart
  readonly chart?: ChartPart
  readonly drill?: Drill
  /** Columns of the document shown in a form instead of the upper grid. */
  readonly form?: readonly string[]
  readonly saves?: Saves
  /** Sample page: `panes` defines its layout, and edits are never saved. */
  readonly trial?: {
    readonly form: readonly string[]
  }
  /** Runs on the checked rows, or on the current one if none is checked. */
  readonly acts?: Procedure
  readonly asksOnce?: readonly string[]
  readonly next?: NextSteps
  readonly stations?: Stations
  readonly prints?: Prints
  /** Effect of scans on the rows, if they do more than fill fields. */
  readonly scans?: CountScan | MoveScan
  readonly sheet?: SheetIntake
  readonly station?: ScanScreen
  readonly component?: string
}
