import type { Field, Fields, Value, WireRow } from './field.ts'
import type { Label } from './label.ts'
import { asOf, type Operation, type PrintOut, type Procedure, type Query } from './operation.ts'

/** State shown as a colour, always with a text next to it. */
export type Tone = 'normal' | 'quiet' | 'early' | 'middle' | 'accent' | 'warn' | 'stop' | 'bonded'

export interface ColumnDifference extends Partial<Omit<Field, 'kind'>> {
  /** Editable on this screen; a function decides by the row. */
  readonly editable?: boolean | ((row: WireRow) => boolean)
  readonly frozen?: boolean
  readonly hidden?: boolean
  /** Identifies the row, such as a document number: never hidden when space is short. */
  readonly identifies?: boolean
  /** Important: the last kind of column to be hidden when space is short. */
  readonly leads?: boolean
  /** Rarely filled, or required and rarely changed from its default: hidden first. */
  readonly seldom?: boolean
  readonly tone?: (row: WireRow) => Tone | undefined
  readonly footerText?: FooterText
}

type FooterText = (values: readonly Value[]) => Label

export type ColumnRef<F extends Fields = Fields> =
  | (keyof F & string)
  | ({ readonly field: keyof F & string } & ColumnDifference)

export interface GridPart<F extends Fields = Fields> {
  readonly source: Query<Fields, F>
  readonly columns: readonly ColumnRef<F>[]
  readonly rowTone?: (row: WireRow) => Tone | undefined
  /** Fixed search values of this screen, for instance the states it works on. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Unique column, if the order of the source has ties. */
  readonly key?: string
  /** Check boxes before the rows, for screens that act on several rows. */
  readonly checks?: boolean
}

/**
 * Kind of chart: `bars` sorted, largest first, with all after the first thirty combined; `line` in
 * row order; `plan` actual against expected; `pareto` sorted bars with a running total and the
 * classes A, B, C; `heat` one shade per pair of two columns; `calendar` months of the dates in `x`.
 */
export type ChartKind = 'bars' | 'line' | 'plan' | 'pareto' | 'heat' | 'calendar'

/** Draws the rows of a grid above it. Both share one cursor; the grid owns the data. */
export interface ChartPart {
  readonly kind: ChartKind
  /** Columns that identify the marks. The last one labels the axis. */
  readonly x: string | readonly string[]
  readonly y: string | readonly string[]
  /** Column with one series per value: parts of a bar, lines of a heat map. */
  readonly split?: string
  /** Column with the expected value, drawn around the actual one. */
  readonly against?: string
  /**
   * Percent of the expected value below which the actual value is too low, once the date has
   * passed.
   */
  readonly warnBelow?: number
  readonly facts?: readonly string[]
}

export function chartColumns(chart: ChartPart): readonly string[] {
  const { x, y, split, against, facts = [] } = chart
  return [x, y, split ?? [], against ?? [], facts].flat()
}

/** Fields of a detail query, with the row column that fills each. */
type FilledBy = Readonly<Record<string, string>>

interface DrillFill {
  /**
   * Additional fills. The groups of a summary and the search values fill fields of the same name
   * automatically.
   */
  readonly with?: FilledBy
}

interface DrillToScreen extends DrillFill {
  readonly to: string
  readonly rows?: undefined
}

export interface DrillToRows extends DrillFill {
  readonly to?: undefined
  /** Query whose rows are shown in a window. */
  readonly rows: Query
  /**
   * Target of Enter on a row of the window. Passes only these columns: other conditions, such as
   * the user who picked, do not apply to shipping.
   */
  readonly next?: { readonly to: string; readonly with: FilledBy }
}

/** Target of Enter on a row: its details, on a screen or in a window over the page. */
export type Drill = DrillToScreen | DrillToRows

/**
 * Shows the rows of a grid as cards on a board, with one lane per code of a list. Rows and checks
 * are shared with the grid.
 */
export interface CardsPart {
  readonly lane: string
  /**
   * Codes whose lane is shown even if it is empty. Other lanes are shown only if they have cards.
   */
  readonly lanes: readonly string[]
  readonly title: string
  readonly columns: readonly string[]
  readonly active?: { readonly column: string; readonly switchedBy: Procedure }
}

interface Base {
  /** Last segment of the route, as in the menu map: `InventoryByLot`. */
  readonly route: string
  /**
   * Search fields in order, by name in the source's `search`. A leading `*` marks a required field.
   */
  readonly search: readonly string[]
  /**
   * Initial values of the search panel. `today`, `today-7` and the bounds of this week, month and
   * year (`month-first~month-last`) are dates.
   */
  readonly searchDefaults?: Readonly<Record<string, Value>>
  readonly searchAtOpen?: boolean
  readonly cards?: CardsPart
}

export interface ListScreen extends Base {
  readonly kind: 'list'
  readonly grid: GridPart
  readonly chart?: ChartPart
  readonly drill?: Drill
}

export interface MasterScreen extends Base {
  readonly kind: 'master'
  readonly grid: GridPart
  readonly save: Procedure
  /** Rows can be changed, but not added or deleted. */
  readonly rowsFixed?: boolean
  /** Saved rows are final. Rows can be added, but not deleted. */
  readonly rowsKept?: boolean
  readonly printOut?: PrintOut
}

export interface DocScreen extends Base {
  readonly kind: 'doc'
  readonly grid: GridPart
  readonly lines: GridPart
  readonly link: readonly string[]
  readonly save: Procedure
  readonly printOut?: PrintOut
  /**
   * Import that also creates documents. Shown in place of the grid, where rows are validated and
   * corrected.
   */
  readonly sheet?: Pick<UploadScreen, 'save' | 'columns' | 'header'>
}

export interface SingleScreen extends Omit<DocScreen, 'kind'> {
  readonly kind: 'single'
  readonly form: readonly string[]
}

/** Builds the single-document screen of a document screen. The document is found by its number. */
export function singleScreen(doc: DocScreen, form: readonly string[]): SingleScreen {
  const { searchAtOpen: _open, ...rest } = doc
  return { ...rest, kind: 'single', search: doc.link.map((name) => `*${name}`), form }
}

/** A step on the same rows. Offered to users with permission on its screen. */
export interface NextStep<O extends Operation> {
  readonly does: O
  readonly on: string
}

export interface NextSteps {
  /** `ofResponse`: runs on the rows of the response instead, which identify the created records. */
  readonly undo?: NextStep<Procedure> & { readonly ofResponse?: true }
  readonly print?: NextStep<PrintOut>
}

/** Screen of each kind of row, with the columns that fill its search. */
export interface Stations {
  /** Column with the kind of the row. */
  readonly by: string
  readonly screens: Readonly<Record<string, { readonly to: string; readonly with: FilledBy }>>
}

export interface WorkScreen extends Base {
  readonly kind: 'work'
  readonly grid: GridPart
  readonly lines?: GridPart
  readonly link?: readonly string[]
  /** The lines are totals of all rows. They are shown without a current row, and have no link. */
  readonly linesOfAll?: true
  /** Main action of the screen. The save key runs it on the checked rows, or on the current one. */
  readonly act: Procedure
  /** Inputs prompted for once. The action applies to the checked rows, otherwise to all found. */
  readonly asksOnce?: readonly string[]
  readonly scan?: CountScan | MoveScan
  readonly printOut?: PrintOut
  readonly next?: NextSteps
  /** Screens opened by Enter. They return here as soon as their work is done. */
  readonly stations?: Stations
}

/** Columns that are searched for a scanned item code, and the column that is incremented. */
export interface CountScan {
  readonly find: readonly string[]
  readonly count: string
  readonly upTo: string
}

export interface MoveScan {
  readonly find: readonly string[]
  readonly to: string
}

interface ScanAnswer {
  readonly field: string
  readonly keys: Readonly<Record<string, string>>
  /** Text that lists the keys and their meaning. */
  readonly prompt: Label
}

/** Workstation: scan a document, then its items. Each scan is one call; calls run in order. */
export interface ScanScreen extends Base {
  readonly kind: 'scan'
  readonly document: Query
  readonly waits?: Readonly<Record<string, string>>
  readonly documentKey: string
  readonly facts: readonly string[]
  readonly lines: GridPart
  readonly wanted: string
  readonly counted: string
  /**
   * Scan input that receives the place. The server returns `PLACE_YN` = Y if the code is a place;
   * the scans that follow are counted there. Quantity 0 records an empty place.
   */
  readonly place?: string
  /** A typed quantity applies to the previously scanned item, if there is one. */
  readonly quantityAfter?: true
  /** Quantity of a scan without a typed one. Defaults to 1. */
  readonly unlessTyped?: number
  /** Further columns that identify a waiting document, such as the waybill number. */
  readonly alsoOpenedBy?: readonly string[]
  /** Finishes when everything is counted; the next scan opens a document. */
  readonly endsFull?: true
  /** Can be finished before everything is counted. The server then requires confirmation. */
  readonly canEndShort?: true
  /** Input that the user enters with a single key after the scan. */
  readonly answer?: ScanAnswer
  /** Procedure that runs instead if a code is rejected and the user agrees to `question`. */
  readonly otherwise?: { readonly does: Procedure; readonly question: Label }
  readonly accept: Procedure
  readonly finish: Procedure
}

/** Spreadsheet import: validated row by row, corrected in the grid, then saved all or nothing. */
export interface UploadScreen extends Base {
  readonly kind: 'upload'
  readonly save: Procedure
  readonly columns: readonly ColumnRef[]
  readonly ownerMapping: boolean
  readonly sheets?: string
  readonly header: Fields
}

export interface PrintScreen extends Base {
  readonly kind: 'print'
  readonly grid: GridPart
  readonly lines?: GridPart
  readonly link?: readonly string[]
  readonly printOut: PrintOut
  /** Makes the inputs of `after` editable in each row, as settings for its print-out. */
  readonly typed?: boolean
  /**
   * Runs for the printed rows after the document is created (a picking list changes the status).
   */
  readonly after?: Procedure
}

/**
 * Content of a part of a sample layout. At most two grids, where the second shows the lines of the
 * first.
 */
export type LayoutPane = 'search' | 'grid' | 'lines' | 'form' | 'chart'

export type LayoutPart =
  | LayoutPane
  | {
      readonly split: 'rows' | 'columns'
      readonly parts: readonly (readonly [part: LayoutPart, share: number])[]
    }

/** Sample page: rows can be edited, added and deleted, but are never saved. */
export interface LayoutScreen extends Base {
  readonly kind: 'layout'
  readonly layout: LayoutPart
  readonly grid: GridPart
  readonly lines?: GridPart
  readonly link?: readonly string[]
  readonly chart?: ChartPart
  readonly form?: readonly string[]
  readonly component?: string
}

/** For a screen that no other kind can describe. A test limits their number. */
export interface CustomScreen extends Base {
  readonly kind: 'custom'
  readonly component: string
}

export type Screen =
  | ListScreen
  | MasterScreen
  | DocScreen
  | SingleScreen
  | WorkScreen
  | ScanScreen
  | UploadScreen
  | PrintScreen
  | LayoutScreen
  | CustomScreen

export type ScreenKind = Screen['kind']

/** File of each screen by route. Loaded on demand, so it contains only the screen. */
export type ScreenFiles = Readonly<Record<string, () => Promise<Readonly<Record<string, Screen>>>>>

export interface Column extends Field {
  readonly name: string
  readonly editable: boolean | ((row: WireRow) => boolean)
  readonly frozen: boolean
  readonly hidden: boolean
  readonly identifies?: boolean
  readonly leads?: boolean
  readonly seldom?: boolean
  readonly tone?: (row: WireRow) => Tone | undefined
  readonly footerText?: FooterText
}

/**
 * Checks the column names at the definition, then widens the type to keep 300 screens cheap to
 * type-check.
 */
export function grid<F extends Fields>(part: GridPart<F>): GridPart {
  return part as unknown as GridPart
}

/**
 * Fills a column's defaults from its field. Throws for an unknown field and names screen and
 * column.
 */
export function resolveColumn(
  where: string,
  fields: Fields,
  ref: ColumnRef,
  as: 'column' | 'search field' = 'column',
): Column {
  const { field: name, ...difference } = typeof ref === 'string' ? { field: ref } : ref
  const field = fields[name]
  if (!field)
    throw new Error(`${where}: ${as} ${name} is none of ${Object.keys(fields).join(', ')}`)
  const column = { ...field, editable: false, frozen: false, hidden: false, ...difference, name }
  if ((column.footer === 'CUSTOM') !== (column.footerText !== undefined)) {
    throw new Error(`${where}: footer CUSTOM and footerText of column ${name} go together`)
  }
  return column
}

export function resolveColumns(
  where: string,
  fields: Fields,
  refs: readonly ColumnRef[],
): readonly Column[] {
  return refs.map((ref) => resolveColumn(where, fields, ref))
}

/**
 * Resolves the search fields of a screen against its query. `AS_OF` is last, if the query has
 * history.
 */
export function resolveSearch(where: string, query: Query, names: readonly string[]): Column[] {
  const all = query.hasHistory ? [...names, ...Object.keys(asOf)] : names
  return all.map((written) => {
    const name = written.replace(/^\*/, '')
    const column = resolveColumn(where, query.search, name, 'search field')
    const { listOf } = column
    // To search a column that lists codes, the user enters one code.
    const coded = listOf === undefined ? {} : ({ kind: 'lookup', lookup: listOf } as const)
    return { ...column, ...coded, editable: true, required: written.startsWith('*') }
  })
}
