import { flushSync } from 'react-dom'
import type { PageHandle, RowChoice, RowOptionsHandle, Zone } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { bufferKeysWhile } from '#ui/keys/loading-keys.ts'
import { scanTypeAhead } from '#ui/keys/scan-type-ahead.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { t } from '#ui/base/language.ts'
import { confirmLeave } from '#ui/windows/message.tsx'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { findFrom, lastFindText } from '#ui/page/panes/find-bar.tsx'
import { repeatRejections } from '#ui/grid/model/editing.ts'
import { copiedRow, newRow } from '#ui/page/model/new-row.ts'
import { runPageAction } from './page-action.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { drillInto, fetchGroupRows } from './drill.ts'
import { savePage, pageSave } from './save-page.ts'
import { searchPage } from './search-page.ts'
import type { PageView } from '#ui/page/model/page-view.ts'
import { PageRowOptions } from './row-options.ts'

const noExceptionsNote = label('확인할 이상 행이 없습니다.', 'No exceptions found.')
const unsavedChangesText = label(
  '저장하지 않은 전표가 있습니다. 새 전표를 열기 전에 저장할까요?',
  'The document is not saved. Save it before starting a new one?',
)
const notEditableNote = label('수정할 수 없는 칸입니다.', 'This field cannot be edited.')
const notDeletableNote = label(
  '저장된 행의 삭제 권한이 없습니다. 관리자에게 문의하세요.',
  'You do not have permission to delete saved rows. Ask your administrator.',
)

/**
 * Watches for clicks on fields. Returns whether there was one, in which case arriving rows must not
 * take the focus.
 */
function watchFieldClicks(signal: AbortSignal): () => boolean {
  let hasClicked = false
  const note = ({ target }: Event): void => {
    hasClicked ||= target instanceof Element && target.closest('input, textarea, select') !== null
  }
  addEventListener('pointerdown', note, { capture: true, signal })
  return () => hasClicked
}

/** Implements the commands of a page with grids. `page-offers.ts` decides which are offered. */
export class GridPageHandle implements PageHandle {
  readonly page: PageModel
  readonly view: PageView
  readonly options: RowOptionsHandle

  constructor(page: PageModel, view: PageView) {
    this.page = page
    this.view = view
    this.options = new PageRowOptions(page)
  }

  showCellNote(text?: string): string {
    return this.view.grids[this.page.zone]?.tell?.(text) ?? ''
  }

  searchBy(args: Readonly<Record<string, string>>): Promise<boolean> {
    this.page.takeArguments(args)
    return this.search()
  }

  async search(request?: 'asked'): Promise<boolean> {
    const wasInRows = document.activeElement?.closest('.grid-pane') !== null
    const first = Promise.withResolvers<void>()
    const searchEnds = new AbortController()
    const hasClickedField = watchFieldClicks(searchEnds.signal)
    const arrive = (): void => {
      if (!wasInRows && !hasClickedField()) this.view.focusLoadedRows(this.page, 'grid')
      first.resolve()
    }
    const isFromSearch = this.view.panel?.contains(document.activeElement) === true
    const searching = searchPage(this.page, arrive, request !== undefined)
    if (request && isFromSearch) void bufferKeysWhile(Promise.race([first.promise, searching]))
    const isFound = await searching.finally(() => searchEnds.abort())
    if (!isFound && this.page.missing.size > 0) this.view.focusSearch()
    return isFound
  }

  async save(): Promise<boolean> {
    if (this.page.screen.acts) return this.act()
    if (scanTypeAhead.isWaiting() && !(await scanTypeAhead.taken())) return false
    if (!this.view.commitCell()) return false
    // Pressed again during a save: changes made since then are saved afterwards.
    if (this.page.busy && (await this.#isCleanAfterSave())) return true
    // Include the form field being edited.
    if (this.page.screen.form && !(await this.page.drafts.commit())) return false
    return this.#preserveFocus(() => savePage(this.page))
  }

  /** Waits for the pending save. Returns true if nothing changed since, or if it was rejected. */
  async #isCleanAfterSave(): Promise<boolean> {
    await this.page.whenIdle()
    return !this.page.isDirty || this.page.conflict || topPopup() !== undefined
  }

  async act(): Promise<boolean> {
    if (scanTypeAhead.isWaiting() && !(await scanTypeAhead.taken())) return false
    if (!this.view.commitCell()) return false
    return this.#preserveFocus(() => runPageAction(this.page))
  }

  showCards(isShown: boolean): void {
    const page = this.page
    flushSync(() => {
      page.showsCards = isShown && page.screen.cards !== undefined
      page.changed()
    })
    if (page.zone === 'grid') this.view.focusGrid('grid')
  }

  /** Switches to the grid, because cards are not editable. */
  leaveCards(): void {
    if (this.page.showsCards && this.page.zone === 'grid') this.showCards(false)
  }

  editRow(): void {
    this.leaveCards()
    const grid = this.page.focused
    const row = grid.current?.row
    const column = grid.drawn.find(
      (candidate) => row !== undefined && grid.isEditable(row, candidate),
    )
    if (row === undefined || !column) return
    grid.setCurrent(row, column.id)
    this.view.focusGrid(this.page.zone)
    this.view.grids[this.page.zone]?.edit()
  }

  addRow(): void {
    this.leaveCards()
    if (this.page.screen.form && this.page.zone === 'grid') void this.#startDocument()
    else this.#insertRow(() => newRow(this.page))
  }

  /** Adds a row with the input of the current one, rejected texts included. */
  copyRow(): void {
    this.leaveCards()
    const { currentRow, focused: grid } = this.page
    const from = grid.current?.row
    if (!currentRow || from === undefined) return
    grid.transaction(() => {
      const before = grid.totalCount
      this.#insertRow(() => copiedRow(this.page, currentRow))
      if (grid.totalCount > before) repeatRejections(grid, from, from + 1)
    })
  }

  #insertRow(row: () => WireRow): void {
    const page = this.page
    if (!page.hasRowsToAdd || !page.mayEdit || !this.view.commitCell()) return
    if (page.zone === 'lines' && !page.lines?.model) return
    const grid = page.focused
    const at = (grid.current?.row ?? grid.rowCount - 1) + 1
    grid.insertRow(at, row())
    const first = grid.drawn.find((column) => grid.isEditable(at, column))
    grid.setCurrent(at, first?.id)
    page.changed()
    this.view.focusGrid(page.zone)
  }

  deleteRows(): void {
    const page = this.page
    if (!page.hasRowsToAdd || !page.mayEdit || !this.view.commitCell()) return
    const grid = page.focused
    const chosen = this.#selectedViewRows(grid)
    const rows = page.can('delete') ? chosen : chosen.filter((row) => grid.flag(row) === 'I')
    grid.deleteRows(rows)
    page.showNote(rows.length < chosen.length ? t(notDeletableNote) : '')
  }

  undo(): void {
    this.page.focused.undo()
    this.page.changed()
  }

  redo(): void {
    this.page.focused.redo()
    this.page.changed()
  }

  clearSearch(): void {
    this.page.clearSearch()
    this.view.focusSearch()
  }

  foldSearch(): void {
    const page = this.page
    const hadFocus = this.view.panel?.contains(document.activeElement) === true
    flushSync(() => page.foldSearch(!page.searchFolded))
    if (hadFocus && page.searchFolded) this.view.focusGrid('grid')
    else if (!page.searchFolded) this.view.focusSearch()
  }

  checkAll(): void {
    const grid = this.page.focused
    const isOn = grid.checkedIds().length === 0
    const check = (): void => grid.checkAll(isOn)
    // Also checks rows that are still arriving.
    if (this.page.loaded.arriving) void this.page.whenLoaded().then(check)
    else check()
  }

  async findAgain(step: 1 | -1): Promise<void> {
    const text = lastFindText(this.page)
    if (text === '') this.page.find(true)
    else if (!(await findFrom(this.page, this.view, text, step))) {
      this.page.showNote(t(label(`'${text}' 없음`, `'${text}' not found`)))
    }
  }

  editCell(): void {
    this.leaveCards()
    this.view.focusGrid(this.page.zone)
    if (this.view.grids[this.page.zone]?.edit() !== false) return
    this.page.showNote(t(notEditableNote))
  }

  goToRow(position: number): void {
    const grid = this.page.focused
    const at = Math.max(0, Math.min(position, grid.rowCount) - 1)
    const column = grid.current?.column ?? grid.drawn[0]?.id
    if (column !== undefined && grid.rowCount > 0) {
      this.view.grids[this.page.zone]?.goTo(at, column)
    }
  }

  focus(zone: Zone): boolean {
    if (zone === 'search') {
      if (this.page.searchFolded) flushSync(() => this.page.foldSearch(false))
      return this.view.focusSearch()
    }
    return zone === 'grid' || zone === 'lines' ? this.view.focusGrid(zone) : false
  }

  cell() {
    const column = this.page.focused.current?.column
    return column === undefined ? undefined : { column, searched: this.page.loaded.answered }
  }

  searched(): WireRow {
    return this.page.loaded.answered
  }

  rows(choice: RowChoice): WireRow[] {
    const grid = this.page.focused
    switch (choice) {
      case 'current':
        return grid.current ? [grid.row(grid.current.row)] : []
      case 'checked':
        return grid.checked()
      case 'chosen':
        return this.#selectedViewRows(grid).map((row) => grid.row(row))
      case 'changed':
        return grid.changes().map(({ row }) => row)
      case 'all':
        return Array.from({ length: grid.rowCount }, (_, row) => grid.row(row))
    }
  }

  parts(): Promise<WireRow[]> {
    const grid = this.page.focused
    const groups = this.#selectedViewRows(grid).filter((row) => grid.rowId(row) >= 0)
    const rows = groups.map((row) => grid.row(row))
    return bufferKeysWhile(fetchGroupRows(this.page, rows))
  }

  openParts(): Promise<void> {
    return drillInto(this.page)
  }

  /**
   * View indexes of the checked rows, otherwise the selected rows, which include the current one.
   */
  #selectedViewRows(grid: GridModel): number[] {
    const ticked = grid.checkedIds().map((id) => grid.viewRowOf(id))
    if (ticked.length > 0) return ticked
    const { selection } = grid
    if (!selection) return []
    return Array.from(
      { length: selection.bottom - selection.top + 1 },
      (_, index) => selection.top + index,
    )
  }

  async #startDocument(): Promise<void> {
    const page = this.page
    if (!page.mayEdit) return
    if (page.isDirty && !(await confirmLeave(t(unsavedChangesText), pageSave(page)))) return
    page.restart()
    this.view.focusGrid('grid')
  }

  async nextException(): Promise<void> {
    const page = this.page
    const { zone } = page
    const found = await page.focused.nextException()
    if (found) this.view.grids[zone]?.goTo(found.row, found.column)
    page.showNote(found ? '' : t(noExceptionsNote))
  }

  /** Runs an action, then focuses the grid that had the focus, or the one with an error. */
  async #preserveFocus<T>(work: () => Promise<T>): Promise<T> {
    const page = this.page
    const from = document.activeElement
    const zone = from?.closest<HTMLElement>('[data-zone]')?.dataset['zone']
    const before = page.pointedRow
    const done = await work()
    const isPointed = page.pointedRow > before
    // The user may have moved to another field and started typing.
    const now = document.activeElement
    const isElsewhere =
      now?.closest('[data-zone=grid], [data-zone=form], [data-zone=lines]') === null
    const isWaiting = isPointed && now === from && !page.drafts.isTyping
    if (isElsewhere && now instanceof HTMLInputElement && !isWaiting) return done
    const isInputZone = zone === 'grid' || zone === 'form' || zone === 'lines'
    if (isInputZone || isPointed) this.view.focusLoadedGrid(page.zone)
    return done
  }
}
