import { label } from '#kernel/label.ts'
import type { ScanScreen } from '#kernel/screen.ts'
import type { Listeners } from '#ui/base/listeners.ts'
import { interpretScan } from '#ui/scanner/codes/scan-code.ts'
import type { InterpretedScan, ScanAnswer, ScanClaim } from '#ui/scanner/codes/scan-part.ts'
import {
  isWrittenLike,
  scannedCode,
  scannedDocument,
  scannedFacts,
  scannedQuantity,
} from '#ui/scanner/codes/scan-columns.ts'
import { CallError } from '#ui/remote/api.ts'
import { ScanQueue } from '#ui/scanner/scan-queue.ts'
import { asksForLot, withLot } from './asked-lot.ts'
import { lineNamed } from './line-facts.ts'
import { Refused } from './refused.ts'
import { reasonOf, type ScanCalls } from './scan-calls.ts'
import {
  lastCounted,
  LOG_MAX,
  logged,
  relogged,
  type ScanEntry,
  type ScanKind,
} from './scan-log.ts'
import type { PendingScan, Sent, StationDraft, StationState } from './scan-state.ts'
import { rounded, textOf } from './scan-totals.ts'
import { StationDocument } from './station-document.ts'
import { StationStore } from './station-store.ts'

/** What waits in the queue: made when the user acts, carried out when its turn comes. */
interface Task extends PendingScan {
  quantity: number | undefined
  readonly entryId: number
  /** What a quantity was typed for: entry of the log. */
  readonly of: number | undefined
}

/** A task with its code interpreted. */
interface ReadTask extends Task {
  readonly scan: InterpretedScan
}

type TaskOptions = Partial<Pick<Task, 'quantity' | 'key' | 'of'>>

interface StationOptions {
  readonly screen: ScanScreen
  readonly calls: ScanCalls
  /** The queue of all scans; the station has a line of its own in it. */
  readonly queue?: ScanQueue
  /** Interprets what was typed, by the formats of the owner of the goods. */
  readonly read?: (code: string, owners: readonly string[] | undefined) => Promise<InterpretedScan>
  readonly now?: () => Date
}

/**
 * A station: a document, then its goods. Scans, takings-back and the finish go through one queue
 * and are answered one after the other; nothing is counted before the server has said so.
 */
export class ScanStation {
  readonly listeners: Listeners
  readonly screen: ScanScreen
  readonly queue: ScanQueue
  readonly #store = new StationStore()
  readonly #document: StationDocument
  readonly #read: NonNullable<StationOptions['read']>
  readonly #now: () => Date
  readonly #pending = new Set<Task>()
  /** What was sent for an entry of the log, to be sent again with a minus. */
  readonly #sent = new Map<number, Sent>()
  #lastEntry = 0
  /** Newest entry of when nobody would log in again: what waited then was given up with it. */
  #givenUp = { entryId: 0, reason: '' }

  constructor({ screen, calls, queue, read, now }: StationOptions) {
    this.screen = screen
    this.listeners = this.#store.listeners
    this.#document = new StationDocument(screen, calls, this.#store)
    this.#read = read ?? ((code) => Promise.resolve(interpretScan(code)))
    this.#now = now ?? (() => new Date())
    this.queue = queue ?? new ScanQueue()
  }

  get state(): StationState {
    return this.#store.state
  }

  /** What the user did and the server has not answered. */
  get waiting(): number {
    return this.#pending.size
  }

  #set(change: Partial<StationState>): void {
    this.#store.set(change)
  }

  /* What the user does */

  /** Takes a place in the line for a scanned code: it counts in the document open at its turn. */
  claim(code: string, kind: 'goods' | 'document' = 'goods'): ScanClaim {
    const claim = this.#claim(kind, code, kind === 'goods' ? this.#withQuantity() : {})
    return { ...claim, take: (scan) => claim.take(scan, scan.format) }
  }

  /** Takes a typed code; resolves when its turn has come. */
  accept(code: string): Promise<ScanAnswer> {
    return this.#enqueue('goods', code, this.#withQuantity())
  }

  #withQuantity(): TaskOptions {
    const { quantity } = this.state
    if (quantity !== undefined) this.#set({ quantity: undefined })
    return { quantity }
  }

  /** Opens a document by its number, whatever is open. */
  open(number: string): Promise<ScanAnswer> {
    return this.#enqueue('document', number)
  }

  /** Quantity of the next scan; undefined is one, or what the code says. */
  setQuantity(quantity: number | undefined): void {
    this.#set({ quantity })
  }

  /** The goods scanned last and not refused, whose quantity may follow; undefined for none. */
  get quantityOf(): ScanEntry | undefined {
    const [newest] = this.screen.quantityAfter ? this.state.log : []
    const isGoods = newest?.kind === 'goods' && newest.state !== 'refused'
    return isGoods && newest.isUndone !== true ? newest : undefined
  }

  /** Says how much it is that was scanned last, or is to be scanned next. */
  count(quantity: number): Promise<ScanAnswer> {
    const of = this.quantityOf?.id
    if (of !== undefined) return this.#enqueue('quantity', '', { quantity, of })
    this.setQuantity(quantity)
    return Promise.resolve({ ok: true })
  }

  /** Forgets a quantity, and a lot that was asked for. */
  forget(): void {
    this.#set({ quantity: undefined, asked: undefined })
  }

  /** Takes the last counted scan back, once everything before has been answered. */
  undoLast(): Promise<ScanAnswer> {
    return this.#enqueue('undo', '')
  }

  finish(): Promise<ScanAnswer> {
    return this.#enqueue('finish', '')
  }

  /** For after a reload: what is open, what was counted, and what is not answered yet. */
  draft(): StationDraft {
    const { isFinished, place, quantity, log } = this.state
    const pending = [...this.#pending].map(({ kind, code, quantity: times, key }) => {
      return { kind, code, quantity: times, key }
    })
    const answered = log.filter(({ state }) => state !== 'waiting')
    const document = isFinished ? '' : this.#document.number
    return { document, place, quantity, log: answered, sent: [...this.#sent], pending }
  }

  /** Goes on where a station stood: what was not answered is sent again under its own key. */
  takeUp({ document, place, quantity, log, sent, pending }: StationDraft): void {
    for (const [entryId, each] of sent) this.#sent.set(entryId, each)
    this.#lastEntry = Math.max(this.#lastEntry, ...log.map(({ id }) => id))
    const kept = log.map((entry) => ({ ...entry, at: new Date(entry.at) }))
    this.#set({ quantity, log: [...this.state.log, ...kept].slice(0, LOG_MAX) })
    if (document !== '') void this.open(document)
    if (place !== undefined) void this.#enqueue('goods', place)
    let of = lastCounted(kept)?.id
    for (const { kind, code, ...more } of pending) {
      void this.#enqueue(kind, code, { ...more, of })
      of = this.#lastEntry
    }
  }

  #enqueue(kind: ScanKind, code: string, more?: TaskOptions): Promise<ScanAnswer> {
    const claim = this.#claim(kind, code, more)
    return new Promise((answered) => {
      const work = async (): Promise<void> => {
        answered(await claim.take(this.#read(code, claim.owners())))
      }
      this.queue.add(code, work, this)
    })
  }

  #claim(kind: ScanKind, code: string, more: TaskOptions = {}) {
    this.#lastEntry += 1
    const entryId = this.#lastEntry
    const { quantity, of, key = crypto.randomUUID() } = more
    const task = { kind, code, quantity, of, entryId, key }
    this.#pending.add(task)
    const entry: ScanEntry = { id: entryId, at: this.#now(), kind, state: 'waiting', code }
    this.#set({ log: logged(this.state.log, entry) })
    return {
      line: this,
      // Only the codes of goods are of an owner's format.
      owners: () => (kind === 'goods' ? this.#owners : []),
      take: (scan: InterpretedScan | Promise<InterpretedScan>, format?: string) =>
        this.#handle(task, scan, format),
    }
  }

  get #owners(): readonly string[] | undefined {
    const owner = textOf(this.state.document?.['OWNER_CD'])
    return owner === undefined ? undefined : [owner]
  }

  /** The code as the server will read it. */
  #shown(scan: InterpretedScan): string {
    const code = scannedCode(scan)
    return this.screen.accept.input[this.#document.columns.code]?.upperCase
      ? code.toUpperCase()
      : code
  }

  /* What happens when the turn comes */

  async #handle(
    task: Task,
    read: InterpretedScan | Promise<InterpretedScan>,
    format: string | undefined,
  ): Promise<ScanAnswer> {
    let code: string | undefined
    try {
      if (task.entryId <= this.#givenUp.entryId) throw new Error(this.#givenUp.reason)
      const scan = await read
      code = this.#shown(scan)
      this.#set({ log: relogged(this.state.log, task.entryId, { code, format }) })
      this.#answer(task, { state: 'accepted', ...(await this.#carryOut({ ...task, scan })) })
      return { ok: true }
    } catch (error) {
      const message = reasonOf(error)
      if (error instanceof CallError && error.status === 401) {
        this.#givenUp = { entryId: this.#lastEntry, reason: message }
      }
      const isOnLine = error instanceof Refused
      const line = isOnLine ? error.line : lineNamed(this.state.lines, code?.toUpperCase())
      this.#answer(task, { state: 'refused', message, line })
      return { ok: false, message: label(message, message) }
    }
  }

  #answer(task: Task, change: Partial<ScanEntry>): void {
    this.#pending.delete(task)
    const log = relogged(this.state.log, task.entryId, change)
    const last = log.find(({ id }) => id === task.entryId)
    this.#set({ log, last, line: last?.line ?? this.state.line })
  }

  #carryOut(task: ReadTask): Promise<Partial<ScanEntry>> {
    switch (task.kind) {
      case 'document':
        return this.#document.open(scannedDocument(task.scan) ?? scannedCode(task.scan), true)
      case 'goods':
        return this.#takeScan(task)
      case 'quantity':
        return this.#correct(task)
      case 'undo':
        return this.#takeBack(task)
      case 'finish':
        return this.#document.finish(task.key)
    }
  }

  /** A scan names a document while none is open, or when it is written like one. */
  async #takeScan(task: ReadTask): Promise<Partial<ScanEntry>> {
    if (task.scan.refusal) throw new Refused(task.scan.refusal)
    const { document, isFinished } = this.state
    const number = scannedDocument(task.scan)
    const code = scannedCode(task.scan)
    if (
      !document ||
      isFinished ||
      number !== undefined ||
      isWrittenLike(code, this.#document.number)
    ) {
      return this.#document.open(number ?? code)
    }
    return this.#count(task)
  }

  async #count(task: ReadTask): Promise<Partial<ScanEntry>> {
    const { scan, key, entryId } = task
    await this.#document.freshen()
    const scanned = {
      code: scannedCode(scan),
      // So many of what the code stands for: three labels of twelve are 36.
      quantity: rounded((task.quantity ?? 1) * (scannedQuantity(scan) ?? 1)),
      facts: { ...scannedFacts(scan, this.screen.accept.input), ...this.#document.placeInput() },
      document: this.#document.number,
    }
    const { asked, place, lines } = this.state
    const here = lines.filter((line) => line[this.screen.place ?? ''] === place)
    const sent = withLot(scanned, asked, here, this.screen.accept.input)
    const counted = await this.#document.send(sent, key).catch((error: unknown) => {
      if (asksForLot(error)) this.#set({ asked: asked ?? sent })
      throw error
    })
    this.#set({ asked: undefined })
    // A place is not counted, and there is nothing of it to take back.
    if (counted.kind !== 'place') this.#sent.set(entryId, sent)
    this.#sent.delete(entryId - LOG_MAX)
    return counted
  }

  /** The goods of an entry are so many, in the place of what their scan has counted. */
  async #correct({ of, quantity = 1, key, entryId }: Task): Promise<Partial<ScanEntry>> {
    const entry = this.state.log.find(({ id }) => id === of)
    const sent = this.#sent.get(of ?? 0)
    if (entry?.kind === 'place') return this.#giveOn(entryId, quantity)
    if (entry?.state !== 'accepted' || !sent) {
      throw new Refused(label('수량을 입력할 품목이 없습니다.', 'No item to enter a quantity for.'))
    }
    // Nothing of them is told apart from goods that were not counted.
    if (quantity === 0) await this.#document.send({ ...sent, quantity: -sent.quantity }, `${key}-0`)
    const more = quantity === 0 ? 0 : rounded(quantity - sent.quantity)
    const counted = await this.#document.send({ ...sent, quantity: more }, key)
    this.#sent.set(entryId, { ...sent, quantity })
    this.#set({ log: relogged(this.state.log, entry.id, { isUndone: true }) })
    return { ...counted, kind: 'goods', delta: quantity }
  }

  /** A quantity behind a place is that of the goods scanned next. */
  #giveOn(entryId: number, quantity: number): Partial<ScanEntry> {
    const next = [...this.#pending].find((task) => task.entryId > entryId && task.kind === 'goods')
    if (next) next.quantity ??= quantity
    else this.#set({ quantity })
    return { kind: 'quantity', code: String(quantity) }
  }

  async #takeBack(task: Task): Promise<Partial<ScanEntry>> {
    const isHere = ({ id }: ScanEntry) => this.#sent.get(id)?.document === this.#document.number
    const entry = lastCounted(this.state.log.filter(isHere))
    const sent = entry && this.#sent.get(entry.id)
    if (!entry || !sent) throw new Refused(label('취소할 스캔이 없습니다.', 'No scan to undo.'))
    const taken = await this.#document.send({ ...sent, quantity: -sent.quantity }, task.key)
    this.#set({ log: relogged(this.state.log, entry.id, { isUndone: true }) })
    return taken
  }
}
