import { CellHelp, cellText } from '#ui/grid/edit/cell-help.ts'
import {
  cellBox,
  popupPlace,
  rowsInView,
  rowsPerPage,
  scrollToShow,
  type Viewport,
} from '#ui/grid/draw/cell-geometry.ts'
import { AccessibleTable } from '#ui/grid/edit/accessible-table.ts'
import { Announcer } from '#ui/grid/edit/announcer.ts'
import { dismissResponses, notify } from '#ui/windows/notify.tsx'
import { respondWithMeanings } from '#ui/grid/edit/cell-meaning.ts'
import { CellMessage } from '#ui/grid/edit/cell-message.ts'
import type { ControllerOptions } from '#ui/grid/edit/controller-options.ts'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import { enterOrHold, enterText, isTooLargeToChange } from '#ui/grid/model/editing.ts'
import { GridClipboard } from '#ui/grid/edit/grid-clipboard.ts'
import { GridFocus } from '#ui/grid/edit/grid-focus.ts'
import {
  commitIntoSelection,
  goToInput,
  handleGridKey,
  stepAfterCommit,
  type KeyHost,
} from './grid-keys.ts'
import { openSheet, type SheetName } from '#ui/grid/edit/grid-sheets.ts'
import type { VisiblePart } from '#ui/grid/draw/fit-text.ts'
import { truncatedText, truncatedTextAt, visiblePart } from '#ui/grid/draw/truncated-cell.ts'
import type { GridScreen } from '#ui/grid/draw/grid-dom.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { countHidden } from '#ui/grid/edit/describe-replay.ts'
import { errorText, fillIn, gridTexts } from '#ui/grid/edit/grid-texts.ts'
import { InputSink, type SinkHost, type StepKey } from '#ui/grid/edit/input-sink.ts'
import { ListPanel } from '#ui/grid/edit/list-panel.ts'
import { currentTime } from '#ui/base/calendar-day.ts'
import type { OptionList } from '#ui/grid/edit/option-list.ts'
import { RowWindow } from '#ui/grid/draw/row-window.ts'
import { SinkPlace } from '#ui/grid/edit/sink-place.ts'
import { listenToTable } from '#ui/grid/edit/table-focus.ts'

interface EditTarget {
  readonly id: number
  readonly column: GridColumn
}

/** Connects model, sink, list and screen: handles everything between a key and a change. */
export class GridController implements SinkHost, KeyHost {
  readonly model: GridModel
  readonly sink: InputSink
  readonly list: OptionList
  readonly panel: ListPanel
  readonly message: CellMessage
  readonly announcer: Announcer
  readonly table: AccessibleTable
  readonly rowWindow: RowWindow
  readonly holder: GridFocus
  readonly clipboard: GridClipboard
  options: ControllerOptions = { label: '', newRow: null }
  focused = false
  leadColumns = 0
  /** Visible range of the scrolling columns, as last drawn. */
  visiblePart: VisiblePart | null = null
  scrollLeft = 0
  #screen: GridScreen | null = null
  readonly #sinkPlace: SinkPlace
  readonly #help: CellHelp
  #target: EditTarget | null = null

  constructor(model: GridModel, id: string) {
    this.model = model
    this.rowWindow = new RowWindow(model)
    this.announcer = new Announcer(model)
    this.message = new CellMessage(model, `${id}-fault`)
    this.table = new AccessibleTable(model, `${id}-table`)
    this.sink = new InputSink(this)
    respondWithMeanings(this.sink.element, model, () => this.#editedColumn())
    this.#sinkPlace = new SinkPlace(this.sink.element)
    this.sink.element.setAttribute('aria-controls', this.table.element.id)
    this.sink.element.dataset['keySink'] = ''
    this.sink.element.setAttribute('aria-describedby', `${id}-fault`)
    this.clipboard = new GridClipboard(this)
    this.holder = new GridFocus(this.sink, this.table.element)
    listenToTable(this.table.element, this)
    this.panel = new ListPanel(`${id}-panel`, (list) => this.holder.openList(list))
    listenToTable(this.panel.list, this)
    this.#help = new CellHelp(this, id)
    this.list = this.#help.list
  }

  updateOptions(options: ControllerOptions, leadColumns: number): void {
    this.options = options
    this.holder.setReader(options.reader === true)
    this.leadColumns = leadColumns
    if (!this.#target) this.holder.name(options.label)
    this.table.element.ariaLabel = options.label
    this.list.element.ariaLabel = gridTexts().options
  }

  attach(screen: GridScreen): void {
    this.#screen = screen
    this.model.settleEdit = () => this.sink.leave()
    this.model.onReplay = (how, played) => {
      this.announcer.announceReplay(how, played, this.focused)
      const count = countHidden(this.model, played)
      const text = fillIn(gridTexts().hiddenReplayed[how], { count })
      if (count > 0) notify('info', text, { answersKey: true })
    }
    this.model.getTypedText = () => this.#target && { ...this.#target, text: this.sink.text }
  }

  viewport(): Viewport | null {
    return this.#screen?.viewport() ?? null
  }

  redraw(): void {
    this.#screen?.redraw()
  }

  focus(): void {
    this.holder.take()
  }

  place(): void {
    const view = this.viewport()
    this.#fitColumns(view)
    this.#screen?.scrolled(view?.scrollLeft ?? 0)
    this.#handleScroll(view)
    const box = view && this.#currentBox(view)
    if (!view || !box) {
      this.#sinkPlace.hide()
      this.message.hide()
      return
    }
    const column = this.#editedColumn()
    this.#sinkPlace.put(view, box, column?.kind === 'number' ? 'right' : 'left')
    const { place } = this.model.cursor
    this.message.setFullText(place && !this.#target ? truncatedText(this, view, place) : null)
    this.message.update(this.focused)
    for (const popup of [this.list.element, this.message.element]) {
      // Measuring a popup forces a layout of the page in every scroll frame, so skip hidden ones.
      if (popup.hidden) continue
      const { left, top } = popupPlace(view, box, popup)
      popup.style.left = `${left}px`
      popup.style.top = `${top}px`
    }
  }

  #fitColumns(view: Viewport | null): void {
    if (!view || this.options.fits !== true) return
    const lead = view.widths.slice(0, this.leadColumns).reduce((sum, width) => sum + width, 0)
    const inView = rowsInView(view, this.rowWindow.first)
    this.model.fitToWidth(view.clientWidth - lead, !this.model.isReceiving, inView)
  }

  /** Redraws after horizontal scrolling: numbers cut off at an edge must be replaced by marks. */
  #handleScroll(view: Viewport | null): void {
    if (!view) return
    const { left, right } = visiblePart(view)
    const isSame = this.visiblePart?.left === left && this.visiblePart.right === right
    if (isSame && this.scrollLeft === view.scrollLeft) return
    if (!isSame) this.visiblePart = { left, right }
    this.scrollLeft = view.scrollLeft
    this.redraw()
  }

  fullTextAt(point: { readonly x: number; readonly y: number }): string {
    const view = this.viewport()
    return (view && truncatedTextAt(this, view, point)) ?? ''
  }

  reveal(): void {
    const view = this.viewport()
    const head = this.model.cursor.head
    if (!view || !head) return
    const to = scrollToShow(view, head.row - this.rowWindow.first, head.at + this.leadColumns)
    if (to.left !== view.scrollLeft || to.top !== view.scrollTop) this.#screen?.scrollTo(to)
  }

  announce(isMoved = true): void {
    if (this.message.hasNotice || this.panel.isOpen) return
    if (!this.focused) this.announcer.silence()
    else if (isMoved) this.announcer.cell(this.holder.reading)
    else this.announcer.announceChange()
  }

  beginEdit(how: 'typing' | 'editing'): string | null {
    const cell = this.model.currentCell
    if (!cell) return null
    const { row, column } = cell
    if (!this.model.isEditable(row, column)) {
      this.showNotice(gridTexts().errors.readOnly)
      return null
    }
    this.panel.close()
    this.#target = { id: this.model.rowId(row), column }
    const at = { row: row + 1, column: column.title }
    this.holder.name(fillIn(gridTexts().editCell, at))
    delete this.sink.element.dataset['keySink']
    this.holder.handleEditStart()
    this.model.editing = how
    this.model.touch()
    return cellText(this.model, row, column)
  }

  onScan(): void {
    dismissResponses()
    this.#dismissNotice()
  }

  #dismissNotice(): void {
    this.message.dismiss()
    this.model.touch()
  }

  onRejected(text: string): void {
    notify('warn', fillIn(gridTexts().refused, { text }), { answersKey: true })
  }

  commit(text: string): string | null {
    const place = this.#targetPlace()
    if (!place) return null
    const before = this.model.text(place.row, place.column)
    const error = enterText(this.model, place, text)
    if (error) return errorText(error)
    dismissResponses()
    this.announcer.recordEntry(place, before)
    return null
  }

  commitOrHold(text: string): void {
    const place = this.#targetPlace()
    if (place) enterOrHold(this.model, place, text)
  }

  endEdit(): void {
    this.message.dismiss()
    this.#target = null
    this.holder.name(this.options.label)
    this.#help.close()
    this.sink.element.dataset['keySink'] = ''
    this.model.editing = null
    this.model.touch()
    this.holder.handleEditEnd()
  }

  step(key: StepKey, isShifted: boolean): void {
    stepAfterCommit(this.model, key, isShifted)
  }

  key(event: KeyboardEvent): boolean {
    if (event.key === 'Escape' && this.message.hasNotice) {
      this.#dismissNotice()
      return true
    }
    if (!this.panel.isOpen) return handleGridKey(event, this)
    const { activeId, activeText } = this.panel
    const isUsed = this.panel.key(event)
    this.holder.setActiveDescendant(this.panel.activeId ?? this.table.currentId)
    // A screen reader does not read a line again if it remains current.
    const isSame = activeId !== null && this.panel.activeId === activeId
    if (isSame && this.panel.activeText !== activeText)
      this.announcer.announce(this.panel.activeText)
    return isUsed
  }

  hold(): boolean {
    this.model.cursor.hold()
    this.model.touch()
    this.announcer.announce(gridTexts().held)
    return true
  }

  openSheet(name: SheetName): boolean {
    const opened = openSheet(name, this.model, this.panel)
    void opened.then(() => {
      this.announcer.announce(this.panel.title)
      this.holder.setActiveDescendant(this.panel.activeId)
    })
    return true
  }

  editKey(event: KeyboardEvent): boolean {
    if (this.#help.key(event)) return true
    if (event.altKey && event.key === 'ArrowDown') return this.openHelp()
    if (event.key === 'F4' && !event.altKey) return this.openHelp()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false
    if (this.refusesChange()) return true
    if (commitIntoSelection(this.model, this.sink.text)) this.sink.cancel()
    else this.sink.commit()
    return true
  }

  onTextChange(text: string): void {
    const column = this.#target?.column
    this.message.setMeaning(column?.meaningOf?.(text) ?? null)
    this.#help.filterByText(text)
    this.place()
  }

  showError(message: string | null): void {
    this.message.setError(message)
    if (message !== null) this.announcer.announce(message)
    if (message === null) this.sink.element.removeAttribute('aria-invalid')
    else this.sink.element.setAttribute('aria-invalid', 'true')
    this.place()
  }

  /** Moving between table and sink keeps the focus in the grid. */
  onFocusChange(isFocused: boolean): void {
    if (isFocused || !this.holder.reader) this.#setFocused(isFocused)
    else queueMicrotask(() => this.#setFocused(this.holder.hasFocus))
  }

  #setFocused(isFocused: boolean): void {
    if (isFocused === this.focused) return
    this.focused = isFocused
    this.#screen?.redrawCurrent()
    // The message is shown only with focus. Without a message there is nothing to position.
    this.message.update(isFocused)
    if (!this.message.element.hidden) this.place()
    this.announce()
    this.options.onFocusChange?.(isFocused)
  }

  pageRows(): number {
    const view = this.viewport()
    return view ? rowsPerPage(view) : 1
  }

  hasCheckColumn(): boolean {
    return this.options.checkColumn === true
  }

  edit(text?: string): boolean {
    if (text === undefined) goToInput(this.model)
    const isOpened = this.sink.edit(text)
    this.place()
    return isOpened
  }

  activate(row: number): boolean {
    this.options.onActivate?.(row)
    return this.options.onActivate !== undefined
  }

  refusesChange(): boolean {
    if (!isTooLargeToChange(this.model)) return false
    this.showNotice(gridTexts().changeTooLarge)
    return true
  }

  today(): string {
    return currentTime()
  }

  openHelp(): boolean {
    return this.#help.open()
  }

  #editedColumn(): GridColumn | undefined {
    return this.#target?.column ?? this.model.currentCell?.column
  }

  #targetPlace(): { row: number; column: GridColumn } | null {
    if (!this.#target) return null
    const row = this.model.viewRowOf(this.#target.id)
    return row < 0 ? null : { row, column: this.#target.column }
  }

  #currentBox(view: Viewport) {
    const target = this.#targetPlace()
    const at = target
      ? this.model.drawn.indexOf(target.column)
      : (this.model.cursor.place?.at ?? -1)
    const row = target?.row ?? this.model.cursor.place?.row ?? -1
    return row < 0 || at < 0
      ? null
      : cellBox(view, row - this.rowWindow.first, at + this.leadColumns)
  }

  typed(): void {
    this.showNotice(gridTexts().readerEdits)
  }

  showNotice(text: string, isCalm = false): void {
    this.message.showNotice(text, isCalm)
    this.announcer.announce(text)
    this.place()
  }
}
