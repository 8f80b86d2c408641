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
} from './screen.ts'

/** A part of a page. `own` is drawn by a component that the screen names. */
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

/** One pane, or panes above or beside one another, with their shares; share 0 is as high as it needs. */
export type PaneLayout =
  | PaneName
  | {
      readonly split: 'rows' | 'columns'
      readonly parts: readonly (readonly [part: PaneLayout, share: number])[]
    }

/** The lines of the current row of the grid above. */
export interface LinesSource {
  readonly part: GridPart
  /** Columns of the row above that name its lines. */
  readonly link: readonly string[]
}

/** How what is typed into the rows is saved. */
export interface Saves {
  readonly procedure: Procedure
  /** Each row by itself, or documents with their lines. */
  readonly unit: 'row' | 'document'
  /** Rows are changed, never added or deleted. */
  readonly rowsFixed: boolean
  readonly rowsKept?: boolean
}

interface Prints {
  readonly printOut: PrintOut
  /** Runs for the printed rows once the document is made. */
  readonly after?: Procedure
  /** What `after` takes may be typed into the rows. */
  readonly typed: boolean
}

/** A spreadsheet that is taken in: checked row by row, mended, then saved whole. */
export interface SheetIntake {
  readonly route: string
  readonly save: Procedure
  readonly columns: readonly ColumnRef[]
  /** Each owner's own column letters are kept and used. */
  readonly ownerMapping: boolean
  /** The column that the names of a workbook's sheets say, where it has several. */
  readonly sheets?: string
  /** Asked before the file: facts that hold for the whole sheet. */
  readonly header: Fields
}

/**
 * A screen as panes over row sources and what can be done there: the one form in which the page side
 * knows screens. Made by `normalise`; a part that is absent is not on the page.
 */
export interface PaneScreen {
  readonly route: string
  readonly panes: PaneLayout
  /** Search fields in order, by name of the source's `search`; `*` in front stars a required one. */
  readonly search: readonly string[]
  readonly searchDefaults: Readonly<Record<string, Value>>
  /** Searches at once when it opens. */
  readonly searchAtOpen: boolean
  readonly sources: {
    readonly grid?: GridPart
    readonly lines?: LinesSource
    /** The documents of a station. */
    readonly document?: Query
  }
  /** The rows of the grid as cards, in its place. */
  readonly cards?: CardsPart
  /** The rows of the grid, drawn above it. */
  readonly chart?: ChartPart
  /** Where Enter on a row leads. */
  readonly drill?: Drill
  /** Columns of the document that stand in a form in place of the upper grid. */
  readonly form?: readonly string[]
  readonly saves?: Saves
  /** A sample: the panes are divided as `panes` says, and what is typed into them is never saved. */
  readonly trial?: {
    /** Columns of the form that shows the current row beside the grid. */
    readonly form: readonly string[]
  }
  /** Runs on the ticked rows, else the current one. */
  readonly acts?: Procedure
  readonly next?: NextSteps
  readonly prints?: Prints
  /** What scans do to the rows, where they do more than fill fields. */
  readonly scans?: CountScan | MoveScan
  /** Taken in on the page of its own, or in place of the grid. */
  readonly sheet?: SheetIntake
  readonly station?: ScanScreen
  /** Name of the component that draws the screen in place of its panes. */
  readonly component?: string
}
