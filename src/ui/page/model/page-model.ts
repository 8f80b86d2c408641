import { emptyFields, requiredFaults } from '#kernel/required.ts'
import type { Value, WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { isGranted, type Operation } from '#kernel/operation.ts'
import type { Column, GridPart } from '#kernel/screen.ts'
import { resolveSearch } from '#kernel/screen.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { touchPage } from '#ui/tabs/page-registry.ts'
import { Drafts } from '#ui/forms/drafts.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { joined, t } from '#ui/base/language.ts'
import {
  columnsOf,
  gridColumns,
  gridColumnsOf,
  gridOf,
  refreshedColumns,
} from '#ui/page/rows/grid-columns.ts'
import {
  addsRows,
  DOC_REF,
  type Followed,
  type GridScreen,
  type GridZone,
  hasDocuments,
} from './grid-screen.ts'
import { type LineOwner, type LinesModel, linesOf } from './lines-model.ts'
import { Listeners } from '#ui/base/listeners.ts'
import { newRow } from './new-row.ts'
import { keepLayout } from '#ui/page/rows/kept-layout.ts'
import { cellFillers } from '#ui/page/rows/fill-cells.ts'
import { PageLoad, type LoadedPage, type LoadHow, type LoadState } from './page-load.ts'
import { SaveKeys } from '#ui/remote/save-call.ts'
import type { UploadSession } from '#ui/page/upload/upload-session.ts'
import { PageShape } from './report-shape.ts'
import { argumentColumns, argumentValues, startValues } from './search-values.ts'

const noSuchDocument = label(
  '해당 번호의 전표가 없어 새 전표를 열었습니다.',
  'Document not found. A new one was opened.',
)
const ofThePast = label('과거 시점 재고', 'Stock as of a past time')

/** What one open page holds, apart from how it is drawn. One for each tab. */
export class PageModel implements LoadedPage {
  readonly screen: GridScreen
  readonly tabKey: string
  columns: readonly Column[]
  readonly grid: GridModel
  readonly lines: LinesModel | undefined
  /** How the report is looked at, where the rows are one. */
  readonly shape: PageShape
  readonly drafts = new Drafts()
  readonly keys = new SaveKeys()
  /** What may follow the work that was done last. */
  followed: Followed | undefined
  readonly listeners = new Listeners()
  searchColumns: readonly Column[]
  search: WireRow
  /** The user changed the search; what another screen handed over is not typed. */
  searchTyped = false
  missing: ReadonlySet<string> = new Set()
  /** A save or an action is under way: its key does nothing a second time. */
  busy = false
  /** The grid that has the keyboard, or had it last. */
  zone: GridZone = 'grid'
  /** A spreadsheet that is being taken in, in place of the grid. */
  importing: UploadSession | undefined
  /** The line over a grid that finds texts is open, or the one that filters. */
  finding: boolean | 'filter' = false
  /** The rows are shown as cards in the place of the grid. */
  showsCards: boolean
  /** The search is one line, so that more rows are in sight. */
  searchFolded = false
  /** Grows when the search fields have to forget what is typed in them. */
  formVersion = 0
  readonly #load: PageLoad
  /** Said in the status line until the next search: what was done last. */
  note = ''
  /** A save met rows that another user had changed; the rows here are old until the next search. */
  conflict = false
  /** Grows when an error moves the cursor. */
  pointed = 0
  #working: Promise<void> = Promise.resolve()
  /** What the document in the form started with, while it is a new one. */
  #started: WireRow = {}

  constructor(screen: GridScreen, tabKey: string) {
    this.screen = screen
    this.tabKey = tabKey
    const show = (part: GridPart) => this.#showPart(part)
    this.shape = new PageShape(screen.sources.grid, { show, say: (note) => this.say(note) })
    this.showsCards = screen.cards !== undefined
    this.columns = columnsOf(screen.route, this.part, this.takes?.input)
    this.searchColumns = resolveSearch(screen.route, this.part.source, screen.search)
    this.search = startValues(screen)
    const { part, columns, mayEdit } = this
    const fillers = cellFillers(columns, () => this.grid)
    this.grid = gridOf({ part, columns, mayEdit, proposes: screen.acts !== undefined, ...fillers })
    keepLayout(this.grid, screen.route, 'grid')
    const editsLines = (hasDocuments(screen) || screen.trial !== undefined) && this.mayEdit
    this.lines = linesOf(screen, this.takes?.lines, editsLines)
    this.grid.subscribe(() => this.#gridChanged())
    this.lines?.listeners.add(() => this.changed())
    this.#load = new PageLoad(this)
    if (screen.form) this.startDocument()
  }

  get part(): GridPart {
    return this.shape.part
  }

  /** Shows the part in the shape that was asked for; its rows are still to come. */
  #showPart(part: GridPart): void {
    this.columns = columnsOf(this.screen.route, part, this.takes?.input)
    this.grid.setData([])
    this.grid.setColumns(gridColumnsOf(part, this.columns, this.mayEdit))
  }

  /** How far the rows are. */
  get loaded(): LoadState {
    return this.#load.state
  }

  /** Shows a text in the status line until the next search. */
  say(note: string): void {
    this.note = note
    this.changed()
  }

  /** Makes a cell with an error the current one; its row where the column is not shown. */
  pointTo(model: GridModel, row: number, column: string | undefined): void {
    this.setZone(model === this.grid ? 'grid' : 'lines')
    const isShown = model.drawn.some(({ id }) => id === column)
    model.setCurrent(row, isShown ? column : undefined)
    this.pointed += 1
  }

  /** What the menu grants on this screen: an action, or an operation by its action or alone. */
  can(what: string | Operation): boolean {
    const { route, trial } = this.screen
    return trial !== undefined || isGranted(findScreen(route)?.actions, what)
  }

  /** The procedure that takes what is typed into the grids, where there is one. */
  get takes() {
    const { saves, prints, acts } = this.screen
    return saves?.procedure ?? (prints?.typed ? prints.after : acts)
  }

  get mayEdit(): boolean {
    return this.screen.trial !== undefined || (this.takes !== undefined && this.can(this.takes))
  }

  /** Rows may be added and deleted, not only filled in. */
  get hasRowsToAdd(): boolean {
    return addsRows(this.screen)
  }

  /** The rows shown are those of a past moment: nothing can be done with them. */
  get isPast(): boolean {
    return this.part.source.past === true && Boolean(this.loaded.answered['AS_OF'])
  }

  get isDirty(): boolean {
    if (this.screen.trial) return false
    return (this.grid.hasChanges && !this.#isUntouched) || this.changedLines().length > 0
  }

  /** The form holds a new document that nobody has typed into. */
  get #isUntouched(): boolean {
    if (!this.screen.form || this.grid.totalCount !== 1) return false
    const row = this.grid.rows.row(this.grid.rowId(0))
    const asStarted = (name: string) => (row[name] ?? null) === (this.#started[name] ?? null)
    return this.grid.flag(0) === 'I' && this.columns.every(({ name }) => asStarted(name))
  }

  /** Puts a new, empty document into the form. */
  startDocument(): void {
    this.zone = 'grid'
    this.grid.setData([])
    this.lines?.clear()
    this.#started = newRow(this)
    this.grid.insertRow(0, this.#started)
    this.grid.setCurrent(0)
    this.followRow()
  }

  /** The grid that commands mean. */
  get focused(): GridModel {
    return (this.zone === 'lines' ? this.lines?.model : undefined) ?? this.grid
  }

  get currentRow(): WireRow | undefined {
    const { current } = this.focused
    return current ? this.focused.row(current.row) : undefined
  }

  /** Tells whoever draws the page, and the shell's status line and legend. */
  changed(): void {
    this.listeners.call()
    touchPage(this.tabKey)
  }

  setZone(zone: GridZone): void {
    if (this.zone === zone) return
    this.zone = zone
    this.changed()
  }

  /** Keeps the keys of saving and acting still while one of them is under way. */
  async working<T>(work: () => Promise<T>): Promise<T> {
    this.busy = true
    this.changed()
    const end = Promise.withResolvers<void>()
    this.#working = end.promise
    try {
      return await work()
    } finally {
      this.busy = false
      this.changed()
      end.resolve()
    }
  }

  /** Over with the save or the action under way. */
  worked(): Promise<void> {
    return this.#working
  }

  foldSearch(folded: boolean): void {
    this.searchFolded = folded
    this.changed()
  }

  /** Opens a spreadsheet in place of the grid; nothing leaves the grid again. */
  showImport(session: UploadSession | undefined): void {
    this.importing = session
    this.changed()
  }

  /** Opens or closes the line that finds texts, or the one that filters. */
  find(open: boolean | 'filter'): void {
    this.finding = open
    this.changed()
  }

  setSearch(name: string, value: Value, fills: WireRow = {}): void {
    const names = new Set(Object.keys(this.part.source.search))
    const known = Object.entries(fills).filter(([column]) => names.has(column))
    this.search = { ...this.search, ...Object.fromEntries(known), [name]: value }
    this.missing = new Set([...this.missing].filter((each) => each !== name))
    this.searchTyped = true
    this.changed()
  }

  /** The search as the user had typed it before a reload. */
  takeSearch(search: WireRow): void {
    this.search = search
    this.searchTyped = true
    this.changed()
  }

  clearSearch(): void {
    this.search = {}
    this.searchTyped = true
    this.missing = new Set()
    this.redrawSearch()
  }

  /** The search fields show the search again, not what was being typed in them. */
  redrawSearch(): void {
    this.formVersion++
    this.changed()
  }

  /** An empty form, as if nothing had been searched for. */
  restart(): void {
    this.search = {}
    this.#load.reset()
    this.note = ''
    this.startDocument()
    this.redrawSearch()
  }

  /** Arguments from the command line or another screen: search fields by name, shown if hidden. */
  takeArguments(args: Readonly<Record<string, string>>): void {
    this.searchColumns = argumentColumns(this.screen, this.searchColumns, args)
    this.search = { ...startValues(this.screen), ...argumentValues(this.searchColumns, args) }
    this.searchTyped = false
    this.formVersion++
    this.changed()
  }

  /** Names the required search fields that are empty and says so; true when there are none. */
  checkSearch(): boolean {
    const required = this.searchColumns.filter((column) => column.required)
    const faults = requiredFaults(required, this.search)
    this.missing = new Set(emptyFields(required, this.search).map(({ name }) => name))
    this.say(joined(faults))
    return faults.length === 0
  }

  /**
   * Asks for the rows anew; a search under way is called off. The rows shown stay until the answer
   * is there, and stay for good when none comes. Resolves when all rows are in: true unless they
   * were not taken.
   */
  load(search: WireRow = this.search, how: LoadHow = {}): Promise<boolean> {
    this.followed = undefined
    // Without another shape the search begins at once: it may be called off in the next moment.
    const shaping = this.shape.take(search)
    const load = () => this.#load.load(search, how)
    return shaping ? shaping.then(load) : load()
  }

  /** Calls off the search under way, or the rows that are still coming. */
  cancelLoad(): boolean {
    return this.#load.cancel()
  }

  /** Resolves when no rows are on their way. */
  arrived(): Promise<void> {
    return this.#load.settled()
  }

  /** Documents of the rows before are gone with them; an empty form begins a new document. */
  tookRows(): void {
    this.conflict = false
    this.lines?.clear()
    if (this.isPast) this.say(t(ofThePast))
    if (this.screen.form && this.grid.totalCount === 0) {
      this.say(t(noSuchDocument))
      this.startDocument()
    }
    this.followRow()
  }

  get lineColumns(): readonly Column[] {
    return this.lines?.options.columns ?? []
  }

  /** Titles follow the language, names of codes their lists. */
  refreshColumns(): void {
    const { grid, columns, mayEdit } = this
    grid.setColumns(refreshedColumns(grid.columns, gridColumns(columns, mayEdit)))
    this.lines?.refreshColumns()
    this.changed()
  }

  /** The document of a row of the upper grid; a new one gets a name of its own here. */
  ownerOf(id: number): LineOwner | undefined {
    if (id < 0 || !this.lines) return undefined
    const row = this.grid.rows.row(id)
    const isNew = this.grid.rows.tracker.flag(id) === 'I'
    const known = row[DOC_REF] ?? null
    if (known !== null) return { key: String(known), id, row, isNew }
    const number = this.lines.options.link.map((name) => String(row[name] ?? '')).join('|')
    const key = isNew ? `new-${crypto.randomUUID()}` : number
    // Beside the undo line: naming a document is no change of it.
    this.grid.rows.store.set(id, DOC_REF, key)
    return { key, id, row: { ...row, [DOC_REF]: key }, isNew }
  }

  /** The columns that link lines to a saved document; empty for a new one. */
  documentLink(row: WireRow): WireRow {
    const names = this.lines?.options.link ?? []
    const pairs = names.map((name): [string, Value] => [name, row[name] ?? null])
    return Object.fromEntries(pairs.filter(([, value]) => value !== null))
  }

  /** Changed lines whose document is still there and stays. */
  changedLines(): { owner: LineOwner; model: GridModel }[] {
    return (this.lines?.changed() ?? []).filter(({ owner }) => this.#stands(owner.id))
  }

  /** The same, and lines with text in a cell that is no value yet. */
  typedLines(): { owner: LineOwner; model: GridModel }[] {
    return (this.lines?.typed() ?? []).filter(({ owner }) => this.#stands(owner.id))
  }

  #stands(id: number): boolean {
    const { order, tracker } = this.grid.rows
    return order.indexOf(id) >= 0 && tracker.flag(id) !== 'D'
  }

  #gridChanged(): void {
    this.followRow()
    touchPage(this.tabKey)
  }

  /** Shows the lines of the current document. */
  followRow(): void {
    const row = this.grid.current?.row ?? -1
    this.lines?.show(this.ownerOf(row < 0 ? -1 : this.grid.rowId(row)))
  }
}
