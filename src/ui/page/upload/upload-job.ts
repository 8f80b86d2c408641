import type { Fields, WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import type { SheetIntake } from '#kernel/pane-screen.ts'
import type { Column } from '#kernel/screen.ts'
import {
  checkMapping,
  sheetWidth,
  splitSheet,
  titleCells,
  type CodeLists,
  type MappingError,
} from '#kernel/sheet-mapping.ts'
import { checkedReader } from './checked-reader.ts'
import { CallError } from '#ui/remote/api.ts'
import { t } from '#ui/base/language.ts'
import { Listeners } from '#ui/base/listeners.ts'
import {
  type SavedRows,
  type SaveUpload,
  SheetLetters,
  type UploadCalls,
  uploadCalls,
} from './upload-calls.ts'
import { earlierSavedNote, PendingUpload } from './pending-upload.ts'
import { yieldToBrowser } from '#ui/grid/many/worker-client.ts'
import {
  missingHeaderText,
  emptyUpload,
  collectNumbers,
  errorMessage,
  notSavedText,
  type UploadState,
} from './upload-state.ts'
import { findFirstRow, guessLetters } from './upload-titles.ts'
import type { OutgoingRow, UploadFilter, UploadRows } from './upload-rows.ts'

/** Maximum server requests per check. A rejected batch can hide further errors. */
const MAX_ROUNDS = 4

const RECHECK_MS = 600

interface UploadSource {
  readonly screen: SheetIntake
  readonly columns: readonly Column[]
  readonly rows: UploadRows
  readonly start: WireRow
  readonly loadCodes: () => Promise<CodeLists>
}

/** One upload from file to saved rows, independent of React. Notifies listeners of every change. */
export class UploadJob {
  readonly listeners = new Listeners()
  readonly screen: SheetIntake
  readonly rows: UploadRows
  readonly #calls: UploadCalls
  readonly #fields: Fields
  readonly #letters: SheetLetters
  readonly #codes: () => Promise<CodeLists>
  #state: UploadState
  #work: AbortController | undefined
  #width = 0
  /** Letters entered by hand, kept when the titles are read from another row. */
  #typed: Record<string, string> = {}
  /** The save whose outcome is unknown. */
  readonly pending = new PendingUpload()
  #pause: ReturnType<typeof setTimeout> | undefined
  readonly #edited = new Set<number>()
  #isSaving = false
  /** True after the server has checked all rows. Later changes are rechecked separately. */
  #isChecked = false

  constructor(session: UploadSource) {
    const { screen, columns, rows, start } = session
    this.screen = screen
    this.rows = rows
    this.#fields = Object.fromEntries(columns.map((column) => [column.name, column]))
    this.#codes = () => session.loadCodes()
    this.#calls = uploadCalls(screen)
    this.#letters = new SheetLetters(this.#calls, screen.ownerMapping)
    this.#state = { ...emptyUpload, header: start }
    rows.model.subscribe(() => this.#onGrid())
  }

  get state(): UploadState {
    return this.#state
  }

  get isBusy(): boolean {
    return this.#work !== undefined
  }

  get mayEdit(): boolean {
    return this.#state.stage === 'rows' && !this.#isSaving
  }

  /** The header is part of every row read, so it is read-only from then on. */
  get mayChangeHeader(): boolean {
    return this.#state.stage !== 'rows' && !this.isBusy
  }

  #set(change: Partial<UploadState>): void {
    this.#state = { ...this.#state, ...change }
    this.listeners.call()
  }

  /** Changes the header values of the sheet. A different owner loads that owner's saved mapping. */
  async setHeader(change: WireRow): Promise<void> {
    const owner = this.#state.header['OWNER_CD']
    this.#set({ header: { ...this.#state.header, ...change } })
    if (change['OWNER_CD'] === undefined || change['OWNER_CD'] === owner) return
    await this.#letters.load(change['OWNER_CD'])
    if (this.#state.sheet && this.#state.stage === 'map') this.#prefill()
  }

  async chooseFile(file: File): Promise<void> {
    const empty = missingHeaderText(this.screen.header, this.#state.header)
    if (empty !== undefined) return this.#set({ problem: empty })
    await this.#busy(label('파일 읽는 중', 'Reading the file'), undefined, async ({ signal }) => {
      const owner = this.#state.header['OWNER_CD']
      const [sheet] = await Promise.all([this.#calls.read(file), this.#letters.load(owner)])
      // The request itself cannot be aborted, so discard its response.
      signal.throwIfAborted()
      this.#width = sheetWidth(sheet.rows)
      const firstRow = findFirstRow(this.#fields, sheet.rows)
      this.#set({ sheet, stage: 'map', firstRow, made: undefined, readBy: undefined })
      this.#prefill()
    })
    if (this.#letters.mappingFor(this.#titles()) && this.#mayRead()) await this.readRows()
  }

  #titles() {
    return titleCells(this.#state.sheet?.rows ?? [], this.#state.firstRow)
  }

  #prefill(typed: Record<string, string> = {}): void {
    const titles = this.#titles()
    const guessed = guessLetters(this.#fields, titles)
    this.#typed = typed
    this.#set({ mapping: { ...guessed, ...this.#letters.mappingFor(titles), ...typed } })
  }

  setLetters(column: string, text: string): void {
    const letters = text.trim().toUpperCase()
    if (letters !== (this.#state.mapping[column] ?? '')) this.#typed[column] = letters
    this.#set({ mapping: { ...this.#state.mapping, [column]: letters } })
  }

  setFirstRow(firstRow: number): void {
    if (!Number.isInteger(firstRow) || firstRow < 1) return
    this.#set({ firstRow })
    if (this.#state.sheet) this.#prefill(this.#typed)
  }

  mappingErrors(): readonly MappingError[] {
    const { mapping, header } = this.#state
    const given = Object.keys(header).filter((name) => header[name] !== null)
    return checkMapping(this.#fields, mapping, this.#width, new Set(given))
  }

  /**
   * A saved mapping can refer to columns beyond a narrower sheet. This is accepted for optional
   * fields only.
   */
  #mayRead(): boolean {
    return this.mappingErrors().every(
      ({ code, column }) => code === 'beyond-sheet' && this.#fields[column]?.required !== true,
    )
  }

  backToMapping(): void {
    if (this.#state.sheet && !this.isBusy) this.#set({ stage: 'map', problem: undefined })
  }

  startOver(): void {
    this.cancel()
    this.pending.clear()
    this.#set({ ...emptyUpload, header: this.#state.header })
  }

  async readRows(options: { beyondGap?: boolean } = {}): Promise<void> {
    const { sheet, mapping, firstRow, header } = this.#state
    if (!sheet || !this.#mayRead()) return
    const { body, unread } = splitSheet(sheet.rows, firstRow, sheet.totalRows)
    const rows = options.beyondGap ? [...body, ...unread] : body
    const { header: above } = this.screen
    const source = { header: above, fields: this.#fields, titles: this.#titles(), mapping }
    const reader = await checkedReader({ ...source, given: header, codes: await this.#codes() })
    const title = label('행 확인 중', 'Checking the rows')
    const isRead = await this.#busy(title, rows.length, async ({ signal }) => {
      this.#isChecked = false
      const remaining = options.beyondGap ? [] : unread.map(({ row }) => row)
      this.#set({ stage: 'rows', check: 'none', unread: remaining, readBy: { mapping, firstRow } })
      await this.rows.load(rows, reader, header, {
        signal,
        onProgress: (done) => this.#setProgress(done),
      })
      return true
    })
    if (!isRead) return
    void this.#keepMapping()
    await this.check()
  }

  async #keepMapping(): Promise<void> {
    try {
      await this.#letters.saveMapping(this.#state.mapping, this.#titles())
    } catch (error) {
      this.#set({ problem: errorMessage(error) })
    }
  }

  /**
   * Has the server check all rows, then shows rejected rows first and moves the cursor to the first
   * error. Returns false and moves nothing if the user started editing during the check.
   */
  async check(): Promise<boolean> {
    if (this.#state.stage !== 'rows') return false
    const previousCell = this.rows.cell()
    this.rows.settle()
    this.rows.clearResponses()
    this.#edited.clear()
    clearTimeout(this.#pause)
    const { rows, invalid } = this.rows.counts()
    const title = label('서버에서 확인 중', 'Checking on the server')
    const isPassed = await this.#busy(title, rows - invalid, (work) =>
      this.#checkRounds(undefined, work),
    )
    this.#isChecked = isPassed === true
    const isUntouched = this.rows.model.editing === null && this.rows.cell() === previousCell
    if (isUntouched) {
      this.rows.arrange(this.rows.filter)
      if (this.rows.counts().invalid > 0) this.rows.model.setCurrent(0)
      this.rows.errorCell()
    }
    this.#set({ check: this.#isChecked && this.#edited.size === 0 ? 'passed' : 'stale' })
    // Do not repeat a failed or cancelled check automatically.
    if (this.#isChecked && this.#edited.size > 0) this.#recheckSoon()
    return isUntouched
  }

  /**
   * Repeats the check without the rejected rows, up to `MAX_ROUNDS` times. Returns true once the
   * server accepts the rest.
   */
  async #checkRounds(ids: readonly number[] | undefined, work: AbortController): Promise<boolean> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const sent = await this.rows.outgoing(ids, { signal: work.signal })
      await yieldToBrowser()
      if (sent.length === 0 || (await this.#submit(sent, true, work))) return true
    }
    return false
  }

  /**
   * Returns true if the server accepts all rows, otherwise records their errors. Rethrows errors
   * without row details.
   */
  async #submit(
    sent: readonly OutgoingRow[],
    isDryRun: boolean,
    work: AbortController,
  ): Promise<boolean> {
    const { signal } = work
    const fileName = this.#state.sheet?.FILE_NM ?? ''
    const sheet = { rows: sent.map(({ row }) => row), fileName }
    const save: SaveUpload = (upload) => this.#calls.save({ ...upload, signal, dryRun: isDryRun })
    try {
      const earlier = isDryRun ? undefined : await this.pending.settleOther(sheet, save)
      if (earlier) return this.#finish(earlier.answer, earlier.count, t(earlierSavedNote))
      const answer = await (isDryRun ? save(sheet) : this.pending.send(sheet, save))
      this.rows.applyResponses(sent, [])
      if (!isDryRun) return this.#finish(answer, sent.length)
      this.#set({ changes: answer.changes })
      return true
    } catch (error) {
      if (!(error instanceof CallError) || error.rows.length === 0) throw error
      if (this.rows.applyResponses(sent, error.rows) === 0) throw error
      return false
    }
  }

  #finish({ rows, importNo }: SavedRows, saved: number, problem?: string): true {
    const fields = { ...this.screen.header, ...this.screen.save.input }
    this.#set({ stage: 'saved', made: collectNumbers(rows, fields, saved), importNo, problem })
    return true
  }

  importUndone(): void {
    this.#set({ stage: 'rows', check: 'stale', made: undefined, importNo: undefined })
  }

  /**
   * Saves all remaining rows in one request, all or nothing. Returns `faulty` without a request if
   * rows have known errors.
   */
  async save(): Promise<'saved' | 'faulty' | 'failed' | 'nothing'> {
    if (this.#state.stage !== 'rows' || this.isBusy) return 'nothing'
    this.rows.settle()
    const { rows, invalid } = this.rows.counts()
    if (invalid > 0) {
      this.#set({ problem: t(notSavedText(invalid)) })
      return 'faulty'
    }
    if (rows === 0) return 'nothing'
    clearTimeout(this.#pause)
    this.#isSaving = true
    const isTaken = await this.#busy(label('저장 중', 'Saving'), rows, async (work) => {
      const sent = await this.rows.outgoing(undefined, { signal: work.signal })
      await yieldToBrowser()
      return this.#submit(sent, false, work)
    })
    this.#isSaving = false
    if (isTaken === true) return 'saved'
    if (isTaken === false) this.rows.arrange('all')
    return 'failed'
  }

  /** Cancels the running work. A save already sent retains its idempotency key. */
  cancel(): void {
    this.#work?.abort()
  }

  /** Runs `run` with progress. Returns undefined if it failed or was cancelled. */
  async #busy<T>(
    title: Label,
    total: number | undefined,
    run: (work: AbortController) => Promise<T>,
  ): Promise<T | undefined> {
    this.cancel()
    const work = new AbortController()
    this.#work = work
    const progress = { title, startedAt: Date.now(), ...(total === undefined ? {} : { total }) }
    this.#set({ progress, problem: undefined })
    try {
      const created = await run(work)
      return work.signal.aborted ? undefined : created
    } catch (error) {
      if (!work.signal.aborted) this.#set({ problem: errorMessage(error) })
      return undefined
    } finally {
      if (this.#work === work) {
        this.#work = undefined
        this.#set({ progress: undefined })
      }
    }
  }

  #setProgress(done: number): void {
    const { progress } = this.#state
    if (progress) this.#set({ progress: { ...progress, done } })
  }

  arrange(filter: UploadFilter): void {
    this.rows.arrange(filter)
    this.listeners.call()
  }

  exclude(ids: readonly number[]): void {
    this.rows.exclude(ids)
    this.#settle()
  }

  #onGrid(): void {
    if (!this.rows.model.hasEdited || this.#state.stage !== 'rows') return
    // The grid is still inside its own update, and the checks write to it.
    queueMicrotask(() => this.#settle())
  }

  #settle(): void {
    const ids = this.rows.settle()
    if (ids.length === 0) return
    for (const id of ids) this.#edited.add(id)
    this.#set({ check: 'stale', problem: undefined })
    this.#recheckSoon()
  }

  #recheckSoon(): void {
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => void this.#recheck(), RECHECK_MS)
  }

  /** Rechecks the orders of edited rows on the server in the background. */
  async #recheck(): Promise<void> {
    if (this.isBusy || this.#state.stage !== 'rows') return
    const ids = this.rows.ordersOf([...this.#edited])
    this.#edited.clear()
    const work = new AbortController()
    try {
      const isPassed = await this.#checkRounds(ids, work)
      if (isPassed && this.#isChecked && this.#edited.size === 0) this.#set({ check: 'passed' })
    } catch {
      // Ignore errors of a background check. The save checks everything again.
    }
  }

  dispose(): void {
    clearTimeout(this.#pause)
    this.cancel()
  }
}
