import type { Field, Fields, Value, WireRow } from './field.ts'
import type { Label } from './label.ts'
import { asOf, type Operation, type PrintOut, type Procedure, type Query } from './operation.ts'

/** State told by colour and, always, by the text beside it. */
export type Tone = 'normal' | 'quiet' | 'early' | 'middle' | 'accent' | 'warn' | 'stop' | 'bonded'

/** What a column may differ in from its field, on one screen. */
export interface ColumnDifference extends Partial<Omit<Field, 'kind'>> {
  /** May be typed into on this screen; a function looks at the row. */
  readonly editable?: boolean | ((row: WireRow) => boolean)
  readonly frozen?: boolean
  readonly hidden?: boolean
  /** Says what a row is about: it is left out last where columns are more than the room. */
  readonly leads?: boolean
  /** Typed now and then only: it is left out first while nothing stands in it. */
  readonly seldom?: boolean
  readonly tone?: (row: WireRow) => Tone | undefined
  /** What a footer that is `CUSTOM` makes of the values of the rows shown. */
  readonly footerText?: FooterText
}

type FooterText = (values: readonly Value[]) => Label

/** A column by its field name, alone or with what differs here. */
export type ColumnRef<F extends Fields = Fields> =
  | (keyof F & string)
  | ({ readonly field: keyof F & string } & ColumnDifference)

/** A grid over one question. */
export interface GridPart<F extends Fields = Fields> {
  readonly source: Query<Fields, F>
  readonly columns: readonly ColumnRef<F>[]
  readonly rowTone?: (row: WireRow) => Tone | undefined
  /** Search values that always hold on this screen, for instance the states it works on. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Column that no two rows share, where the order of the source leaves ties. */
  readonly key?: string
  /** Tick boxes in front, for screens that act on several rows. */
  readonly checks?: boolean
}

/**
 * What a chart shows of the rows: `bars` sorted, the largest first, and all beyond thirty as one;
 * `line` in the order of the rows; `plan` what was expected against what came; `pareto` sorted bars
 * with their sum so far and the classes A, B, C; `heat` one shade for each pair of two columns.
 */
export type ChartKind = 'bars' | 'line' | 'plan' | 'pareto' | 'heat'

/** The rows of a grid drawn above it on one cursor; the grid remains the source of truth. */
export interface ChartPart {
  readonly kind: ChartKind
  /** Columns that tell the marks apart; the last of them is written along the axis. */
  readonly x: string | readonly string[]
  /** Columns that are measured: a series each. */
  readonly y: string | readonly string[]
  /** Column whose values are a series each: parts of a bar, lines of a heat map. */
  readonly split?: string
  /** Column of what was expected, drawn around what came. */
  readonly against?: string
  /** What came is too little below so many per cent of what was expected, once the day is over. */
  readonly warnBelow?: number
  /** Further columns that are told of a mark. */
  readonly facts?: readonly string[]
}

/** The columns a chart draws or tells. */
export function chartColumns(chart: ChartPart): readonly string[] {
  const { x, y, split, against, facts = [] } = chart
  return [x, y, split ?? [], against ?? [], facts].flat()
}

/** Fields of a finer question by the columns of a row that fill them. */
type FilledBy = Readonly<Record<string, string>>

interface DrillFill {
  /**
   * The groups of a summary, and whatever was searched for, fill fields of the same name without
   * being told.
   */
  readonly with?: FilledBy
}

interface DrillToScreen extends DrillFill {
  /** Route of the finer screen. */
  readonly to: string
  readonly rows?: undefined
}

/** A window of rows, where no screen shows them. */
export interface DrillToRows extends DrillFill {
  readonly to?: undefined
  /** The question whose rows a window shows. */
  readonly rows: Query
  /** Where Enter on a row of the window leads, by these columns alone: who picked has not shipped. */
  readonly next?: { readonly to: string; readonly with: FilledBy }
}

/** Where Enter on a row leads: to the rows it is made of, on a screen or in a window over the page. */
export type Drill = DrillToScreen | DrillToRows

/** The rows of a grid as cards on a board, a lane for each code of a list; the same rows, the same ticks. */
export interface CardsPart {
  /** Column of a code list: its codes are the lanes, in their order. */
  readonly lane: string
  /** Codes that have a lane though no card is in it; others have one as long as they have cards. */
  readonly lanes: readonly string[]
  /** Column that names a card. */
  readonly title: string
  /** Columns under it, each with its label where it has a value. */
  readonly columns: readonly string[]
  /** Flag whose N draws the card as switched off. */
  readonly active?: string
}

interface Base {
  /** The route's last name, as in the menu map: `InventoryByLot`. */
  readonly route: string
  /** Search fields in order, by name of the source's `search`; `*` in front stars a required one. */
  readonly search: readonly string[]
  /**
   * What the search panel holds when the screen opens; `today`, `today-7` and the ends of this week,
   * month and year (`month-first~month-last`) are days.
   */
  readonly searchDefaults?: Readonly<Record<string, Value>>
  /** Searches at once when it opens. */
  readonly searchAtOpen?: boolean
  /** The rows of the grid as cards in its place; a key shows the grid instead. */
  readonly cards?: CardsPart
}

/** Search and a grid that is only read. */
export interface ListScreen extends Base {
  readonly kind: 'list'
  readonly grid: GridPart
  readonly chart?: ChartPart
  readonly drill?: Drill
}

/** Search and a grid in which rows are added, edited, deleted and saved; imports and exports. */
export interface MasterScreen extends Base {
  readonly kind: 'master'
  readonly grid: GridPart
  readonly save: Procedure
  /** Which rows there are is not for this screen to say: they are changed, never added or deleted. */
  readonly rowsFixed?: boolean
  /** What is saved stays as it is: rows are added, never deleted. */
  readonly rowsKept?: boolean
  /** What can be printed of the ticked rows. */
  readonly printOut?: PrintOut
}

/** Documents above, the lines of the current one below; saved together. */
export interface DocScreen extends Base {
  readonly kind: 'doc'
  readonly grid: GridPart
  readonly lines: GridPart
  /** Columns of the document that name its lines. */
  readonly link: readonly string[]
  readonly save: Procedure
  /** A sheet that makes documents too: taken in place of the grid, checked and mended there. */
  readonly sheet?: Pick<UploadScreen, 'save' | 'columns' | 'header'>
}

/** One document at a time: a form for its head, then its lines; saved together. */
export interface SingleScreen extends Omit<DocScreen, 'kind'> {
  readonly kind: 'single'
  /** Columns of the document that stand in the form, in order. */
  readonly form: readonly string[]
}

/** The screen of a kind of document with one of them in front, found again by its number. */
export function singleScreen(doc: DocScreen, form: readonly string[]): SingleScreen {
  const { searchAtOpen: _open, ...rest } = doc
  return { ...rest, kind: 'single', search: doc.link.map((name) => `*${name}`), form }
}

/** What another screen does with the same rows: offered to who may do it there. */
export interface NextStep<O extends Operation> {
  readonly does: O
  /** Route of that screen. */
  readonly on: string
}

/** What follows work that is done. */
export interface NextSteps {
  /** Takes it back. */
  readonly undo?: NextStep<Procedure>
  /** Paper of what was worked on. */
  readonly print?: NextStep<PrintOut>
}

/** Rows to act on, with the lines of the current one below where there are any. */
export interface WorkScreen extends Base {
  readonly kind: 'work'
  readonly grid: GridPart
  readonly lines?: GridPart
  readonly link?: readonly string[]
  /** What the screen is for: the key of "save" runs it on the ticked rows, else the current one. */
  readonly act: Procedure
  readonly scan?: CountScan | MoveScan
  /** What can be printed of the ticked rows. */
  readonly printOut?: PrintOut
  readonly next?: NextSteps
}

/** Columns of the rows that a scanned item code is looked up in, and the one it counts up. */
export interface CountScan {
  readonly find: readonly string[]
  readonly count: string
  readonly upTo: string
}

/** Columns that name what moves, and the one that takes the cell scanned after it. */
export interface MoveScan {
  readonly find: readonly string[]
  readonly to: string
}

/** A workstation: scan a document, then its goods; each scan is one call, in order. */
export interface ScanScreen extends Base {
  readonly kind: 'scan'
  /** Finds the document by the scanned number. */
  readonly document: Query
  /** Search for the documents that wait to be worked on; listed while none is open. */
  readonly waits?: Readonly<Record<string, string>>
  readonly documentKey: string
  /** Facts of the document shown above, by field name. */
  readonly facts: readonly string[]
  readonly lines: GridPart
  readonly wanted: string
  readonly counted: string
  /**
   * Input of a scan that a place fills: the server answers `PLACE_YN` = Y for a code that is one,
   * and what is scanned after it lies there. Of a place nothing may be counted too: quantity 0.
   */
  readonly place?: string
  /** A quantity that is typed is that of the goods scanned before it, where there are any. */
  readonly quantityAfter?: true
  /** One scan: document number, scanned code, quantity. */
  readonly accept: Procedure
  readonly finish: Procedure
}

/** A spreadsheet in, checked row by row, mended in the grid, then saved all or nothing. */
export interface UploadScreen extends Base {
  readonly kind: 'upload'
  readonly save: Procedure
  readonly columns: readonly ColumnRef[]
  /** Each owner's own column letters are kept and used. */
  readonly ownerMapping: boolean
  /** The column that the names of a workbook's sheets say, where it has several. */
  readonly sheets?: string
  /** Asked before the file: facts that hold for the whole sheet. */
  readonly header: Fields
}

/** A list of what can be printed, and the document. */
export interface PrintScreen extends Base {
  readonly kind: 'print'
  readonly grid: GridPart
  readonly lines?: GridPart
  readonly link?: readonly string[]
  readonly printOut: PrintOut
  /** Each row says how it is printed: what `after` takes may be typed into it. */
  readonly typed?: boolean
  /** Runs for the printed rows once the document is made (a picking list moves the state). */
  readonly after?: Procedure
}

/** What a part of a sample layout shows: two grids at most, the second under the first one's row. */
export type LayoutPane = 'search' | 'grid' | 'lines' | 'form' | 'chart'

/** A part of a sample layout: one pane, or panes above or beside one another, with their shares. */
export type LayoutPart =
  | LayoutPane
  | {
      readonly split: 'rows' | 'columns'
      readonly parts: readonly (readonly [part: LayoutPart, share: number])[]
    }

/** A sample page: its rows can be typed into, added and deleted, and nothing of that is saved. */
export interface LayoutScreen extends Base {
  readonly kind: 'layout'
  readonly layout: LayoutPart
  readonly grid: GridPart
  readonly lines?: GridPart
  readonly link?: readonly string[]
  readonly chart?: ChartPart
  /** Columns of the form that shows the current row beside the grid. */
  readonly form?: readonly string[]
  /** Name of the component that draws it in place of the panes. */
  readonly component?: string
}

/** The one way out for a screen no kind describes; the tidy test counts them. */
export interface CustomScreen extends Base {
  readonly kind: 'custom'
  /** Name of the component in the ui's registry of custom screens. */
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

/** The file of each screen, by route; it holds the screen alone and is loaded on demand. */
export type ScreenFiles = Readonly<Record<string, () => Promise<Readonly<Record<string, Screen>>>>>

/** A column with everything filled in: what the engine draws. */
export interface Column extends Field {
  readonly name: string
  readonly editable: boolean | ((row: WireRow) => boolean)
  readonly frozen: boolean
  readonly hidden: boolean
  readonly leads?: boolean
  readonly seldom?: boolean
  readonly tone?: (row: WireRow) => Tone | undefined
  readonly footerText?: FooterText
}

/** Typed where it is written, one plain shape afterwards, so that 300 screens stay cheap to check. */
export function grid<F extends Fields>(part: GridPart<F>): GridPart {
  return part as unknown as GridPart
}

/** Fills a column's defaults from its field. Throws, naming screen and column, on an unknown one. */
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

/** All columns of a list, resolved. */
export function resolveColumns(
  where: string,
  fields: Fields,
  refs: readonly ColumnRef[],
): readonly Column[] {
  return refs.map((ref) => resolveColumn(where, fields, ref))
}

/** The search fields of a screen, resolved against its question; its past is the last of them. */
export function resolveSearch(where: string, query: Query, names: readonly string[]): Column[] {
  const all = query.past ? [...names, ...Object.keys(asOf)] : names
  return all.map((written) => {
    const name = written.replace(/^\*/, '')
    const column = resolveColumn(where, query.search, name, 'search field')
    return { ...column, editable: true, required: written.startsWith('*') }
  })
}
