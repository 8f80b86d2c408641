import { josa } from '#kernel/josa.ts'
import { label, type Label } from '#kernel/label.ts'
import type { ScanScreen } from '#kernel/screen.ts'
import type { Listeners } from '#ui/base/listeners.ts'
import { interpretScan } from '#ui/scanner/codes/scan-code.ts'
import type { InterpretedScan, ScanResponse, ScanClaim } from '#ui/scanner/codes/scan-part.ts'
import {
  hasSamePattern,
  scannedCode,
  scannedDocument,
  scannedFacts,
  scannedQuantity,
} from '#ui/scanner/codes/scan-columns.ts'
import { CallError } from '#ui/remote/api.ts'
import { ScanQueue } from '#ui/scanner/scan-queue.ts'
import { isLotRequest, applyLot } from './lot-request.ts'
import { errorReason, type ScanCalls } from './scan-calls.ts'
import {
  lastCounted,
  MAX_LOG_ENTRIES,
  addEntry,
  ScanRefusedError,
  updateEntry,
  type ScanEntry,
  type ScanKind,
} from './scan-log.ts'
import type { PendingScan, SentScan, StationDraft, StationState } from './scan-state.ts'
import { roundQuantity, toText } from './scan-totals.ts'
import { findLineByCode, StationDocument } from './station-document.ts'

interface Task extends PendingScan {
  quantity: number | undefined
  readonly entryId: number
  readonly of: number | undefined
}

interface ReadTask extends Task {
  readonly scan: InterpretedScan
}

type TaskOptions = Partial<Pick<Task, 'quantity' | 'key' | 'of'>>

interface StationOptions {
  readonly screen: ScanScreen
  readonly calls: ScanCalls
  /** Queue of all scans, in which the station has its own lane. */
  readonly queue?: ScanQueue
  readonly read?: (code: string, owners: readonly string[] | undefined) => Promise<InterpretedScan>
  readonly now?: () => Date
}

/**
 * A station, which opens a document and then counts its items. Scans, undo and finish are processed
 * in order through one queue. Nothing counts until the server has confirmed it.
 */
export class ScanStation {
  readonly listeners: Listeners
  readonly screen: ScanScreen
  readonly queue: ScanQueue
  readonly #document: StationDocument
  readonly #read: NonNullable<StationOptions['read']>
  readonly #now: () => Date
  readonly #pending = new Set<Task>()
  readonly #sent = new Map<number, SentScan>()
  #lastEntry = 0
  /** Newest entry when the user cancelled a login. Entries up to it are rejected. */
  #cancelledLogin = { entryId: 0, reason: '' }

  constructor({ screen, calls, queue, read, now }: StationOptions) {
    this.screen = screen
    this.#document = new StationDocument(screen, calls)
    this.listeners = this.#document.listeners
    this.#read = read ?? ((code) => Promise.resolve(interpretScan(code)))
    this.#now = now ?? (() => new Date())
    this.queue = queue ?? new ScanQueue()
  }

  get state(): StationState {
    return this.#document.state
  }

  get waiting(): number {
    return this.#pending.size
  }

  #set(change: Partial<StationState>): void {
    this.#document.set(change)
  }

  /** Queues a scanned code. It counts for the document that is open when it is processed. */
  claim(code: string, kind: 'goods' | 'document' = 'goods'): ScanClaim {
    const claim = this.#claim(kind, code, kind === 'goods' ? this.#withQuantity() : {})
    return { ...claim, take: (scan) => claim.take(scan, scan.format) }
  }

  accept(code: string): Promise<ScanResponse> {
    return this.#enqueue('goods', code, this.#withQuantity())
  }

  #withQuantity(): TaskOptions {
    const { quantity } = this.state
    if (quantity !== undefined) this.#set({ quantity: undefined })
    return { quantity }
  }

  open(number: string): Promise<ScanResponse> {
    return this.#enqueue('document', number)
  }

  setQuantity(quantity: number | undefined): void {
    this.#set({ quantity })
  }

  /** Last accepted item, if the station allows entering its quantity afterwards. */
  get scanQuantity(): ScanEntry | undefined {
    const [newest] = this.screen.quantityAfter ? this.state.log : []
    const isGoods = newest?.kind === 'goods' && newest.state !== 'refused'
    return isGoods && newest.isUndone !== true ? newest : undefined
  }

  count(quantity: number): Promise<ScanResponse> {
    const of = this.scanQuantity?.id
    if (of !== undefined) return this.#enqueue('quantity', '', { quantity, of })
    this.setQuantity(quantity)
    return Promise.resolve({ ok: true })
  }

  /**
   * Value that a single key adds to the last scan, or undefined if the station prompts for none.
   */
  scanResponse(key: string): string | undefined {
    const { document, isFinished } = this.state
    return document && !isFinished ? this.screen.answer?.keys[key] : undefined
  }

  answer(value: string): Promise<ScanResponse> {
    return this.#enqueue('answer', value)
  }

  clearInput(): void {
    this.#set({ quantity: undefined, asked: undefined, unanswered: undefined })
  }

  undoLast(): Promise<ScanResponse> {
    return this.#enqueue('undo', '')
  }

  finish(): Promise<ScanResponse> {
    return this.#enqueue('finish', '')
  }

  draft(): StationDraft {
    const { isFinished, place, quantity, log } = this.state
    const pending = [...this.#pending].map(({ kind, code, quantity: times, key }) => {
      return { kind, code, quantity: times, key }
    })
    const answered = log.filter(({ state }) => state !== 'waiting')
    const document = isFinished ? '' : this.#document.number
    return { document, place, quantity, log: answered, sent: [...this.#sent], pending }
  }

  /** Restores a station. Pending scans are sent again with their keys. */
  restore({ document, place, quantity, log, sent, pending }: StationDraft): void {
    for (const [entryId, scan] of sent) this.#sent.set(entryId, scan)
    this.#lastEntry = Math.max(this.#lastEntry, ...log.map(({ id }) => id))
    const entries = log.map((entry) => ({ ...entry, at: new Date(entry.at) }))
    this.#set({ quantity, log: [...this.state.log, ...entries].slice(0, MAX_LOG_ENTRIES) })
    if (document !== '') void this.open(document)
    if (place !== undefined) void this.#enqueue('goods', place)
    let of = lastCounted(entries)?.id
    for (const { kind, code, ...more } of pending) {
      void this.#enqueue(kind, code, { ...more, of })
      of = this.#lastEntry
    }
  }

  #enqueue(kind: ScanKind, code: string, more?: TaskOptions): Promise<ScanResponse> {
    const claim = this.#claim(kind, code, more)
    return new Promise((answered) => {
      const handleScan = async (): Promise<void> => {
        answered(await claim.take(this.#read(code, claim.owners())))
      }
      this.queue.add(code, handleScan, this)
    })
  }

  #claim(kind: ScanKind, code: string, extra: TaskOptions = {}) {
    this.#lastEntry += 1
    const entryId = this.#lastEntry
    const { quantity, of, key = crypto.randomUUID() } = extra
    const task = { kind, code, quantity, of, entryId, key }
    this.#pending.add(task)
    const entry: ScanEntry = { id: entryId, at: this.#now(), kind, state: 'waiting', code }
    this.#set({ log: addEntry(this.state.log, entry) })
    return {
      lane: this,
      // Only item codes use owner formats.
      owners: () => (kind === 'goods' ? this.#owners : []),
      take: (scan: InterpretedScan | Promise<InterpretedScan>, format?: string) =>
        this.#handle(task, scan, format),
    }
  }

  get #owners(): readonly string[] | undefined {
    const owner = toText(this.state.document?.['OWNER_CD'])
    return owner === undefined ? undefined : [owner]
  }

  #storedCode(scan: InterpretedScan): string {
    const code = scannedCode(scan)
    return this.screen.accept.input[this.#document.columns.code]?.upperCase
      ? code.toUpperCase()
      : code
  }

  async #handle(
    task: Task,
    read: InterpretedScan | Promise<InterpretedScan>,
    format: string | undefined,
  ): Promise<ScanResponse> {
    let code: string | undefined
    try {
      if (task.entryId <= this.#cancelledLogin.entryId) throw new Error(this.#cancelledLogin.reason)
      const scan = await read
      code = this.#storedCode(scan)
      this.#set({ log: updateEntry(this.state.log, task.entryId, { code, format }) })
      this.#answer(task, { state: 'accepted', ...(await this.#execute({ ...task, scan })) })
      return { ok: true }
    } catch (error) {
      const message = errorReason(error)
      if (error instanceof CallError && error.status === 401) {
        this.#cancelledLogin = { entryId: this.#lastEntry, reason: message }
      }
      const line =
        error instanceof ScanRefusedError
          ? undefined
          : findLineByCode(this.state.lines, code?.toUpperCase())
      this.#answer(task, { state: 'refused', message, line })
      return { ok: false, message: label(message, message) }
    }
  }

  #answer(task: Task, change: Partial<ScanEntry>): void {
    this.#pending.delete(task)
    const log = updateEntry(this.state.log, task.entryId, change)
    const last = log.find(({ id }) => id === task.entryId)
    this.#set({ log, last, line: last?.line ?? this.state.line })
  }

  #execute(task: ReadTask): Promise<Partial<ScanEntry>> {
    switch (task.kind) {
      case 'document':
        return this.#document.open(scannedDocument(task.scan) ?? scannedCode(task.scan), true)
      case 'goods':
        return this.#handleScan(task)
      case 'quantity':
        return this.#changeQuantity(task)
      case 'answer':
        return this.#sendAnswer(task)
      case 'undo':
        return this.#undoLastCount(task)
      case 'finish':
        return this.#document.finish(task.key)
    }
  }

  /** A scan opens a document if none is open or it looks like a document number. */
  async #handleScan(task: ReadTask): Promise<Partial<ScanEntry>> {
    if (task.scan.refusal) throw new ScanRefusedError(task.scan.refusal)
    const { document, isFinished } = this.state
    const number = scannedDocument(task.scan)
    const code = scannedCode(task.scan)
    if (
      !document ||
      isFinished ||
      number !== undefined ||
      hasSamePattern(code, this.#document.number)
    ) {
      return this.#document.open(number ?? code).catch((error: unknown) => {
        // The code is not a document, but an additional item after all expected ones.
        if (!isFinished || !this.screen.otherwise || number !== undefined) throw error
        return this.#count(task)
      })
    }
    return this.#count(task)
  }

  async #count(task: ReadTask): Promise<Partial<ScanEntry>> {
    const { scan, key, entryId } = task
    await this.#document.refreshIfStale()
    const scanned = {
      code: scannedCode(scan),
      // Multiplies the quantity in the code: three labels of twelve are 36.
      quantity: roundQuantity(
        (task.quantity ?? this.screen.unlessTyped ?? 1) * (scannedQuantity(scan) ?? 1),
      ),
      facts: { ...scannedFacts(scan, this.screen.accept.input), ...this.#document.placeInput() },
      document: this.#document.number,
    }
    const { asked, place, lines, unanswered } = this.state
    if (unanswered) throw new ScanRefusedError(this.#answerFirstText(unanswered.code))
    const here = lines.filter((line) => line[this.screen.place ?? ''] === place)
    const sent = applyLot(scanned, asked, here, this.screen.accept.input)
    if (this.screen.answer) {
      this.#set({ unanswered: sent, asked: undefined })
      return {
        kind: 'question',
        code: sent.code,
        line: findLineByCode(lines, sent.code.toUpperCase()),
      }
    }
    return this.#send(sent, key, entryId)
  }

  async #send(sent: SentScan, key: string, entryId: number): Promise<Partial<ScanEntry>> {
    const { asked } = this.state
    const counted = await this.#document.send(sent, key).catch(async (error: unknown) => {
      if (isLotRequest(error)) this.#set({ asked: asked ?? sent })
      const other = await this.#document.sendOtherwise(sent, key, error)
      if (other) return other
      throw error
    })
    this.#set({ asked: undefined })
    if (counted.kind === 'question') return counted
    // A place is not counted, so it cannot be undone.
    if (counted.kind !== 'place') this.#sent.set(entryId, sent)
    this.#sent.delete(entryId - MAX_LOG_ENTRIES)
    return counted
  }

  #answerFirstText(code: string): Label {
    const { answer, accept } = this.screen
    const { ko, en } = accept.input[answer?.field ?? '']?.label ?? label('값', 'value')
    return label(
      `${code}의 ${ko}${josa(ko, '을/를')} 먼저 입력하세요.`,
      `Enter the ${en.toLowerCase()} of ${code} first.`,
    )
  }

  async #sendAnswer({ code, key, entryId }: Task): Promise<Partial<ScanEntry>> {
    const { unanswered } = this.state
    const { answer } = this.screen
    if (!unanswered || !answer) {
      throw new ScanRefusedError(label('품목을 먼저 스캔하세요.', 'Scan the item first.'))
    }
    this.#set({ unanswered: undefined })
    const facts = { ...unanswered.facts, [answer.field]: code }
    const counted = await this.#send({ ...unanswered, facts }, key, entryId)
    return { ...counted, kind: 'goods' }
  }

  async #changeQuantity({ of, quantity = 1, key, entryId }: Task): Promise<Partial<ScanEntry>> {
    const entry = this.state.log.find(({ id }) => id === of)
    const sent = this.#sent.get(of ?? 0)
    if (entry?.kind === 'place') return this.#applyToNextItem(entryId, quantity)
    if (entry?.state !== 'accepted' || !sent) {
      throw new ScanRefusedError(
        label('수량을 입력할 품목이 없습니다.', 'No item to enter a quantity for.'),
      )
    }
    // Zero first reverses the counted quantity.
    if (quantity === 0) await this.#document.send({ ...sent, quantity: -sent.quantity }, `${key}-0`)
    const more = quantity === 0 ? 0 : roundQuantity(quantity - sent.quantity)
    const counted = await this.#document.send({ ...sent, quantity: more }, key)
    this.#sent.set(entryId, { ...sent, quantity })
    this.#set({ log: updateEntry(this.state.log, entry.id, { isUndone: true }) })
    return { ...counted, kind: 'goods', delta: quantity }
  }

  /** A quantity after a place applies to the next item. */
  #applyToNextItem(entryId: number, quantity: number): Partial<ScanEntry> {
    const next = [...this.#pending].find((task) => task.entryId > entryId && task.kind === 'goods')
    if (next) next.quantity ??= quantity
    else this.#set({ quantity })
    return { kind: 'quantity', code: String(quantity) }
  }

  async #undoLastCount(task: Task): Promise<Partial<ScanEntry>> {
    const { unanswered } = this.state
    if (unanswered) {
      this.#set({ unanswered: undefined })
      return { kind: 'question', code: unanswered.code, isUndone: true }
    }
    const isHere = ({ id }: ScanEntry) => this.#sent.get(id)?.document === this.#document.number
    const entry = lastCounted(this.state.log.filter(isHere))
    const sent = entry && this.#sent.get(entry.id)
    if (!entry || !sent)
      throw new ScanRefusedError(label('취소할 스캔이 없습니다.', 'No scan to undo.'))
    const taken = await this.#document.send({ ...sent, quantity: -sent.quantity }, task.key)
    this.#set({ log: updateEntry(this.state.log, entry.id, { isUndone: true }) })
    return taken
  }
}
