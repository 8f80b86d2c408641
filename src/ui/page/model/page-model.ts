import { emptyFields, requiredErrors } from '#kernel/required.ts'
import type { Value, WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { isGranted, type Operation } from '#kernel/operation.ts'
import type { Column, GridPart } from '#kernel/screen.ts'
import { resolveSearch } from '#kernel/screen.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { touchPage } from '#ui/tabs/page-registry.ts'
import { Drafts } from '#ui/forms/drafts.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { joinLabels, t } from '#ui/base/language.ts'
import {
  partColumns,
  gridColumns,
  partGridColumns,
  createGrid,
  refreshColumns,
} from '#ui/page/rows/grid-columns.ts'
import {
  addsRows,
  DOC_REF,
  type NextActions,
  type GridScreen,
  type GridZone,
  hasDocuments,
} from './grid-screen.ts'
import { allRows, type LineOwner, type LinesModel, createLinesModel } from './lines-model.ts'
import { Listeners } from '#ui/base/listeners.ts'
import { isUntouched, newRow, renewStart } from './new-row.ts'
import { isUndoneSinceSend, type SaveSet } from '#ui/page/rows/save-set.ts'
import { replaceColumns } from '#ui/page/rows/known-conditions.ts'
import { persistLayout } from '#ui/page/rows/persist-layout.ts'
import { cellFillers } from '#ui/page/rows/fill-cells.ts'
import { PageLoad, type LoadedPage, type LoadOptions, type LoadState } from './page-load.ts'
import { storeDraft } from '#ui/remote/drafts.ts'
import { SaveKeys } from '#ui/remote/save-call.ts'
import type { UploadSession } from '#ui/page/upload/upload-session.ts'
import { PageShape } from './report-shape.ts'
import { MovingDates } from './moving-dates.ts'
import { argumentColumns, notifyUnread } from './search-values.ts'

const noSuchDocument = label(
  '해당 번호의 전표가 없어 새 전표를 열었습니다.',
  'Document not found. A new one was opened.',
)
const pastStockNote = label('과거 시점 재고', 'Stock as of a past time')

/** State of one open page, independent of rendering. One per tab. */
export class PageModel implements LoadedPage {
  readonly screen: GridScreen
  readonly tabKey: string
  columns: readonly Column[]
  readonly grid: GridModel
  readonly lines: LinesModel | undefined
  readonly shape: PageShape
  readonly drafts = new Drafts()
  readonly keys = new SaveKeys()
  readonly dates = new MovingDates()
  /** Rows of the save in `keys` whose outcome is unknown. */
  unansweredSave: SaveSet | undefined
  nextActions: NextActions | undefined
  readonly listeners = new Listeners()
  searchColumns: readonly Column[]
  search: WireRow
  /** The user changed the search. Arguments passed by another screen do not count. */
  searchTyped = false
  missing: ReadonlySet<string> = new Set()
  busy = false
  zone: GridZone = 'grid'
  importing: UploadSession | undefined
  finding: boolean | 'filter' = false
  showsCards: boolean
  searchFolded = false
  /** Incremented to discard text being typed in the search fields. */
  formVersion = 0
  readonly #load: PageLoad
  note = ''
  /**
   * A save conflicted with another user's changes. The rows shown are outdated until the next
   * search.
   */
  conflict = false
  pointedRow = 0
  #currentWork: Promise<void> = Promise.resolve()
  #started: WireRow = {}

  constructor(screen: GridScreen, tabKey: string) {
    this.screen = screen
    this.tabKey = tabKey
    this.keys.storeFirst = () => storeDraft(tabKey).catch(() => undefined)
    const show = (part: GridPart) => this.#showPart(part)
    this.shape = new PageShape(screen.sources.grid, { show, say: (note) => this.showNote(note) })
    this.showsCards = screen.cards !== undefined
    this.columns = partColumns(screen.route, this.part, this.takes?.input)
    this.searchColumns = resolveSearch(screen.route, this.part.source, screen.search)
    this.search = this.dates.start(screen)
    const { part, columns, mayEdit } = this
    const fillers = cellFillers(columns, () => this.grid)
    this.grid = createGrid({
      part,
      columns,
      mayEdit,
      proposes: screen.acts !== undefined,
      ...fillers,
    })
    persistLayout(this.grid, screen.route, 'grid')
    const editsLines = (hasDocuments(screen) || screen.trial !== undefined) && this.mayEdit
    this.lines = createLinesModel(screen, this.takes?.lines, editsLines)
    this.grid.subscribe(() => this.#gridChanged())
    this.lines?.listeners.add(() => this.changed())
    this.#load = new PageLoad(this)
    if (screen.form) this.startDocument()
  }

  get part(): GridPart {
    return this.shape.part
  }

  #showPart(part: GridPart): void {
    this.columns = partColumns(this.screen.route, part, this.takes?.input)
    replaceColumns(this.grid, partGridColumns(part, this.columns, this.mayEdit))
  }

  get loaded(): LoadState {
    return this.#load.state
  }

  showNote(note: string): void {
    this.note = note
    this.changed()
  }

  moveCursorTo(model: GridModel, row: number, column: string | undefined): void {
    this.setZone(model === this.grid ? 'grid' : 'lines')
    // A folded column is unfolded by the cursor, a hidden one is not.
    const isShown = model.unfolded.some(({ id, hidden }) => id === column && hidden !== true)
    model.setCurrent(row, isShown ? column : undefined)
    this.pointedRow += 1
  }

  /** Whether the menu grants an action, or an operation directly or by its action. */
  can(operation: string | Operation): boolean {
    const { route, trial } = this.screen
    return trial !== undefined || isGranted(findScreen(route)?.actions, operation)
  }

  /** The procedure that receives rows edited in the grids, if any. */
  get takes() {
    const { saves, prints, acts } = this.screen
    return saves?.procedure ?? (prints?.typed ? prints.after : acts)
  }

  get mayEdit(): boolean {
    return this.screen.trial !== undefined || (this.takes !== undefined && this.can(this.takes))
  }

  get hasRowsToAdd(): boolean {
    return addsRows(this.screen)
  }

  /** The rows shown are a past snapshot and cannot be edited. */
  get isPast(): boolean {
    return this.part.source.hasHistory === true && Boolean(this.loaded.answered['AS_OF'])
  }

  get isDirty(): boolean {
    if (this.screen.trial) return false
    if (this.grid.hasChanges && !this.#isUntouched) return true
    return this.changedLines().length > 0 || isUndoneSinceSend(this)
  }

  /** The form holds a new document without user input. */
  get #isUntouched(): boolean {
    return this.screen.form !== undefined && isUntouched(this, this.#started)
  }

  startDocument(): void {
    this.zone = 'grid'
    this.grid.setData([])
    this.lines?.clear()
    this.#started = newRow(this)
    this.grid.insertRow(0, this.#started)
    this.grid.setCurrent(0)
    this.followRow()
  }

  get focused(): GridModel {
    return (this.zone === 'lines' ? this.lines?.model : undefined) ?? this.grid
  }

  get currentRow(): WireRow | undefined {
    const { current } = this.focused
    return current ? this.focused.row(current.row) : undefined
  }

  changed(): void {
    this.listeners.call()
    touchPage(this.tabKey)
  }

  setZone(zone: GridZone): void {
    if (this.zone === zone) return
    this.zone = zone
    this.changed()
  }

  /** Marks the page busy while a save or action runs, which disables their keys. */
  async runWhileBusy<T>(work: () => Promise<T>): Promise<T> {
    this.busy = true
    this.changed()
    const end = Promise.withResolvers<void>()
    this.#currentWork = end.promise
    try {
      return await work()
    } finally {
      this.busy = false
      this.changed()
      end.resolve()
    }
  }

  whenIdle(): Promise<void> {
    return this.#currentWork
  }

  foldSearch(isFolded: boolean): void {
    this.searchFolded = isFolded
    this.changed()
  }

  showImport(session: UploadSession | undefined): void {
    this.importing = session
    this.changed()
  }

  find(open: boolean | 'filter'): void {
    this.finding = open
    this.changed()
  }

  /** `typed` is the input for a value that may advance with the date. */
  setSearch(name: string, value: Value, fills: WireRow = {}, typed?: string): void {
    this.dates.recordTyped(this.searchColumns, name, typed)
    const names = new Set(Object.keys(this.part.source.search))
    const known = Object.entries(fills).filter(([column]) => names.has(column))
    this.search = { ...this.search, ...Object.fromEntries(known), [name]: value }
    this.missing = new Set([...this.missing].filter((other) => other !== name))
    this.searchTyped = true
    this.changed()
  }

  takeSearch(search: WireRow): void {
    this.search = this.dates.resolveChanged(search) ?? search
    this.searchTyped = true
    this.changed()
  }

  clearSearch(): void {
    this.search = {}
    this.searchTyped = true
    this.missing = new Set()
    this.redrawSearch()
  }

  redrawSearch(): void {
    this.formVersion++
    this.changed()
  }

  restart(): void {
    this.search = {}
    this.#load.reset()
    this.note = ''
    this.startDocument()
    this.redrawSearch()
  }

  /**
   * Applies arguments from the command line or another screen: search fields by name. Hidden fields
   * are shown.
   */
  takeArguments(args: Readonly<Record<string, string>>): void {
    this.searchColumns = argumentColumns(this.screen, this.searchColumns, args)
    this.search = this.dates.start(this.screen, this.searchColumns, args)
    notifyUnread(this.searchColumns, args)
    this.searchTyped = false
    this.formVersion++
    this.changed()
  }

  /**
   * Marks and reports the required search fields that are empty. Returns true if there are none.
   */
  checkSearch(): boolean {
    const required = this.searchColumns.filter((column) => column.required)
    const errors = requiredErrors(required, this.search)
    this.missing = new Set(emptyFields(required, this.search).map(({ name }) => name))
    this.showNote(joinLabels(errors))
    return errors.length === 0
  }

  /**
   * Reloads the rows and cancels a pending search. The rows shown remain until the response
   * arrives, and also if it fails. Resolves to true when all rows have loaded, or false if they
   * were not applied.
   */
  load(search: WireRow = this.search, how: LoadOptions = {}): Promise<boolean> {
    this.nextActions = undefined
    // Start synchronously if pivot and comparison are unchanged, because the search can be
    // cancelled right after.
    const shaping = this.shape.applyRequestedShape(search)
    const load = () => this.#load.load(search, how)
    return shaping ? shaping.then(load) : load()
  }

  /** Advances the conditions, filters and untouched new document that are relative to today. */
  renewDates(): void {
    this.search = this.dates.resolveChanged(this.search) ?? this.search
    if (this.#isUntouched) this.#started = renewStart(this, this.#started)
    this.changed()
  }

  cancelLoad(): boolean {
    return this.#load.cancel()
  }

  whenLoaded(): Promise<void> {
    return this.#load.settled()
  }

  /** Discards the previous rows' documents. A form without rows starts a new document. */
  rowsReceived(): void {
    this.conflict = false
    this.unansweredSave = undefined
    this.lines?.clear()
    if (this.isPast) this.showNote(t(pastStockNote))
    if (this.screen.form && this.grid.totalCount === 0) {
      this.showNote(t(noSuchDocument))
      this.startDocument()
    }
    this.followRow()
  }

  get lineColumns(): readonly Column[] {
    return this.lines?.options.columns ?? []
  }

  refreshColumns(): void {
    const { grid, columns, mayEdit } = this
    grid.setColumns(refreshColumns(grid.columns, gridColumns(columns, mayEdit)))
    this.lines?.refreshColumns()
    this.changed()
  }

  /** Returns the document of a row in the upper grid. A new document gets a generated key. */
  ownerOf(id: number): LineOwner | undefined {
    if (id < 0 || !this.lines) return undefined
    const row = this.grid.rows.row(id)
    const isNew = this.grid.rows.tracker.flag(id) === 'I'
    const known = row[DOC_REF] ?? null
    if (known !== null) return { key: String(known), id, row, isNew }
    const number = this.lines.options.link.map((name) => String(row[name] ?? '')).join('|')
    const key = isNew ? `new-${crypto.randomUUID()}` : number
    // Bypasses the undo history, because assigning a key is not a user change.
    this.grid.rows.store.set(id, DOC_REF, key)
    return { key, id, row: { ...row, [DOC_REF]: key }, isNew }
  }

  documentLink(row: WireRow): WireRow {
    const names = this.lines?.options.link ?? []
    const pairs = names.map((name): [string, Value] => [name, row[name] ?? null])
    return Object.fromEntries(pairs.filter(([, value]) => value !== null))
  }

  /** Changed lines whose document exists and is not flagged for deletion. */
  changedLines(): { owner: LineOwner; model: GridModel }[] {
    return (this.lines?.changed() ?? []).filter(({ owner }) => this.#isRemaining(owner.id))
  }

  /** Like `changedLines`, but also includes lines with invalid text in a cell, and `sent` lines. */
  typedLines(sent?: ReadonlySet<GridModel>): { owner: LineOwner; model: GridModel }[] {
    return (this.lines?.getEdited(sent) ?? []).filter(({ owner }) => this.#isRemaining(owner.id))
  }

  #isRemaining(id: number): boolean {
    const { order, tracker } = this.grid.rows
    return order.indexOf(id) >= 0 && tracker.flag(id) !== 'D'
  }

  #gridChanged(): void {
    this.followRow()
    touchPage(this.tabKey)
  }

  followRow(): void {
    if (this.screen.sources.lines?.ofAll) return this.lines?.show(allRows)
    const row = this.grid.current?.row ?? -1
    this.lines?.show(this.ownerOf(row < 0 ? -1 : this.grid.rowId(row)))
  }
}
