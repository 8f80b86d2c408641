import type { WireRow } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'
import type { Column, GridPart } from '#kernel/screen.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { StreamProgress } from '#ui/grid/many/row-stream.ts'
import { label } from '#kernel/label.ts'
import { codeLists } from '#ui/remote/code-lists.ts'
import { t } from '#ui/base/language.ts'
import { usedCodeLists } from '#ui/page/rows/grid-columns.ts'
import { hasUnsavedText } from '#ui/page/rows/grid-draft.ts'
import { renewFilters } from '#ui/page/rows/renew-filters.ts'
import { isTooMany, receiveRows, showWindowed } from '#ui/page/rows/stream-rows.ts'
import { waitForEditEnd, preserveRowState } from '#ui/page/rows/preserve-row-state.ts'
import type { Phase } from './grid-screen.ts'
import type { LinesModel } from './lines-model.ts'
import { postQuery, toFailure, type Failure } from '#ui/remote/query-call.ts'
import { recordIdentity } from '#ui/page/rows/record-identity.ts'

/**
 * Number of rows in the first request. Most results have fewer, and no screen shows more at a time.
 */
export const maxHeadRows = 1000

const typedRowsKept = label(
  '조회하는 동안 수정한 내용이 있어 유지했습니다. 저장한 뒤 다시 조회하세요.',
  'Rows edited during the search were kept. Save, then search again.',
)
const readOnlyResult = label(
  '행이 많아 조회만 할 수 있습니다. 수정하려면 조건을 좁혀 다시 조회하세요.',
  'Too many rows to edit. Narrow the search.',
)
const searchStoppedText = label('조회를 중지했습니다.', 'Search stopped.')

export interface LoadOptions {
  readonly afterSave?: boolean
  readonly onFirst?: () => void
}

export interface LoadedPage {
  readonly part: GridPart
  readonly grid: GridModel
  readonly lines: LinesModel | undefined
  readonly columns: readonly Column[]
  readonly lineColumns: readonly Column[]
  readonly takes: Procedure | undefined
  readonly isDirty: boolean
  readonly busy: boolean
  /** The rows are shown as cards and cannot be edited. */
  readonly showsCards: boolean
  showNote(note: string): void
  changed(): void
  rowsReceived(): void
}

export interface LoadState {
  readonly phase: Phase
  readonly failure: Failure | undefined
  /** Search conditions of the rows shown. */
  readonly answered: WireRow
  readonly since: number
  readonly arriving: StreamProgress | null
  /** The rows shown are incomplete because loading the others was stopped or failed. */
  readonly partial: boolean
}

const initialState: LoadState = {
  phase: 'fresh',
  failure: undefined,
  answered: {},
  since: 0,
  arriving: null,
  partial: false,
}

interface Search {
  readonly search: WireRow
  readonly signal: AbortSignal
  /**
   * Puts rows on the page. Returns false if edits made in the meantime take precedence over the
   * rows.
   */
  readonly take: (put: (where: 'instead' | 'below') => void) => boolean
  readonly onFirst: () => void
}

/**
 * Loads the rows of a page. Small results arrive in one response. For large results that cannot be
 * edited, the first rows are shown immediately. One consistent snapshot, streamed in columns, then
 * replaces them. Results too large for a browser are shown in windows from the server.
 */
export class PageLoad {
  readonly #page: LoadedPage
  #state = initialState
  #abortController = new AbortController()
  #currentLoad: Promise<unknown> = Promise.resolve()

  constructor(page: LoadedPage) {
    this.#page = page
  }

  get state(): LoadState {
    return this.#state
  }

  /** Resets to the state before any search. The caller clears the rows. */
  reset(): void {
    this.#set({ phase: 'fresh' })
  }

  #set(changed: Partial<LoadState>): void {
    this.#state = { ...this.#state, ...changed }
  }

  load(search: WireRow, how: LoadOptions): Promise<boolean> {
    this.#abortController.abort()
    this.#abortController = new AbortController()
    const { signal } = this.#abortController
    const loading = this.#load(search, how, signal)
    this.#currentLoad = loading
    return loading
  }

  async settled(): Promise<void> {
    let under: Promise<unknown>
    do {
      under = this.#currentLoad
      await under
    } while (under !== this.#currentLoad)
  }

  /** Cancels the pending search. The previous rows remain, or the ones received so far. */
  cancel(): boolean {
    const page = this.#page
    const isArriving = this.#state.arriving !== null
    if (this.#state.phase !== 'loading' && !isArriving) return false
    this.#abortController.abort()
    if (isArriving) {
      this.#set({ arriving: null, partial: true })
      if (page.grid.isArranging) page.grid.closeSource()
    } else this.#set({ phase: page.grid.totalCount > 0 ? 'shown' : 'fresh' })
    page.showNote(t(searchStoppedText))
    return true
  }

  async #load(search: WireRow, how: LoadOptions, signal: AbortSignal): Promise<boolean> {
    const page = this.#page
    this.#set({ phase: 'loading', arriving: null, since: Date.now() })
    renewFilters(page.grid)
    const take = this.#createRowReceiver(search, how)
    page.changed()
    try {
      const lists = codeLists.load(usedCodeLists([...page.columns, ...page.lineColumns]))
      const head = await postQuery(page.part, search, signal, maxHeadRows + 1)
      await lists
      await waitForEditEnd(page, signal)
      if (signal.aborted) return false
      const request = { search, signal, take, onFirst: () => how.onFirst?.() }
      return head.length > maxHeadRows
        ? await this.#receiveMany(head, request)
        : this.#showAll(head, request)
    } catch (error) {
      if (signal.aborted) return false
      const isPartial = this.#state.arriving !== null
      this.#set({ partial: isPartial, phase: 'failed', failure: toFailure(error) })
      return false
    } finally {
      if (!signal.aborted) this.#set({ arriving: null })
      page.changed()
    }
  }

  #showAll(rows: readonly WireRow[], { take, onFirst }: Search): boolean {
    const { grid } = this.#page
    const isTaken = take((where) => {
      if (where === 'instead') grid.setData(rows)
      else grid.appendRows(rows)
    })
    if (isTaken) onFirst()
    return isTaken
  }

  async #receiveMany(head: readonly WireRow[], search: Search): Promise<boolean> {
    const page = this.#page
    const isOnlyRead = page.takes === undefined && page.lines === undefined
    // First display of a card board. If cards are already shown, one of them has the focus.
    const isNewBoard = page.showsCards && page.grid.totalCount === 0
    if (!isOnlyRead && !isNewBoard) return this.#receive(search)
    this.#showAll(head.slice(0, maxHeadRows), search)
    this.#set({ arriving: { rows: page.grid.totalCount, rowsExpected: 0 } })
    page.changed()
    const doneSince = preserveRowState(page.grid, recordIdentity(page))
    const take: Search['take'] = (put) => {
      if (!isOnlyRead && this.#isTypedInto) {
        this.#set({ partial: true })
        page.showNote(t(typedRowsKept))
        return false
      }
      const reapply = doneSince(false)
      put('instead')
      reapply()
      return true
    }
    return this.#receive({ ...search, take, onFirst: () => undefined })
  }

  /** Users can switch from the cards to the grid and its lines and start editing there. */
  get #isTypedInto(): boolean {
    const { grid, lines, isDirty } = this.#page
    const isOpen = grid.editing !== null || (lines?.model?.editing ?? null) !== null
    return isDirty || isOpen || hasUnsavedText(grid) || (lines?.getEdited().length ?? 0) > 0
  }

  /** Loads all rows as they arrive. Results too large to load are shown in windows. */
  async #receive({ search, signal, take, onFirst }: Search): Promise<boolean> {
    const page = this.#page
    const first = { isTaken: false }
    const showProgress = (arriving: StreamProgress | null): void => {
      if (signal.aborted || this.#state.phase === 'loading') return
      this.#set({ arriving })
      page.changed()
    }
    const showFirst = (put: (where: 'instead' | 'below') => void): void => {
      if (signal.aborted) return
      first.isTaken = take(put)
      if (first.isTaken) onFirst()
    }
    const request = { part: page.part, search, signal }
    try {
      await receiveRows(page.grid, request, {
        rows: maxHeadRows,
        take: showFirst,
        tell: showProgress,
      })
      return first.isTaken
    } catch (error) {
      if (!isTooMany(error)) throw error
    }
    if (!first.isTaken && !take(() => page.grid.setData([]))) return false
    this.#set({ arriving: { rows: 0, rowsExpected: 0 } })
    await showWindowed(page.grid, request, (error) => this.#failed(error, signal))
    page.grid.setCurrent(page.grid.current?.row ?? 0)
    if (page.takes) page.showNote(t(readOnlyResult))
    onFirst()
    return true
  }

  #failed(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return
    this.#set({ phase: 'failed', failure: toFailure(error) })
    this.#page.changed()
  }

  /**
   * Returns a function that puts rows on the page without losing edits made while they were
   * loading.
   */
  #createRowReceiver(search: WireRow, how: LoadOptions): Search['take'] {
    const page = this.#page
    const wasDirty = page.isDirty
    // A save always reloads its rows, because those on screen are outdated.
    const preservesTyped = !page.busy && !wasDirty
    const restoreState = preserveRowState(page.grid, recordIdentity(page))
    return (put) => {
      const { isDirty } = page
      if (how.afterSave === true && (page.lines?.getEdited().length ?? 0) > 0)
        return this.#keepTyped()
      if (preservesTyped && isDirty) return this.#showBelowTyped(put, search)
      const reapply = restoreState((how.afterSave === true || !wasDirty) && isDirty)
      this.#take(() => put('instead'), search)
      reapply()
      return true
    }
  }

  /** Keeps the current rows, because edits made since cannot be moved to the loaded ones. */
  #keepTyped(): boolean {
    this.#set({ phase: 'shown', failure: undefined })
    this.#page.showNote(t(typedRowsKept))
    return false
  }

  #take(put: () => void, search: WireRow): void {
    this.#set({ phase: 'shown', failure: undefined, answered: search, partial: false })
    put()
    this.#page.rowsReceived()
  }

  /**
   * Handles rows that arrive after the user started typing. New rows remain above them. If other
   * rows were edited, the edits remain and the result is dropped.
   */
  #showBelowTyped(put: (where: 'below') => void, search: WireRow): boolean {
    const page = this.#page
    const changes = page.grid.changes()
    if (changes.some(({ flag }) => flag !== 'I') || page.grid.totalCount > changes.length) {
      return this.#keepTyped()
    }
    this.#set({ phase: 'shown', failure: undefined, answered: search })
    put('below')
    return true
  }
}
