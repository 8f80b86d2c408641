import type { Value, WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import type { ScanScreen } from '#kernel/screen.ts'
import { CallError } from '#ui/remote/api.ts'
import { t } from '#ui/base/language.ts'
import { interpretScan } from '#ui/codes/scan-code.ts'
import type { InterpretedScan, ScanAnswer, ScanClaim } from '#ui/codes/scan-part.ts'
import { ScanQueue } from '#ui/scanner/scan-queue.ts'
import { Listeners } from '#ui/base/listeners.ts'
import { reasonOf, type ScanCalls } from './scan-calls.ts'
import {
  acceptColumns,
  isWrittenLike,
  lineOf,
  scannedCode,
  scannedDocument,
  scannedFacts,
  scannedQuantity,
} from '#ui/page/rows/scan-columns.ts'
import {
  lastCounted,
  LOG_MAX,
  logged,
  relogged,
  type ScanEntry,
  type ScanKind,
} from './scan-log.ts'
import {
  startState,
  type PendingScan,
  type Sent,
  type StationDraft,
  type StationState,
} from './scan-state.ts'
import { lineFacts, lineNamed } from './line-facts.ts'
import { numberOf, rounded, textOf, totals } from './scan-totals.ts'

/** What waits in the queue: made when the user acts, carried out when its turn comes. */
interface Task extends PendingScan {
  readonly entryId: number
}

/** A task with its code interpreted. */
interface ReadTask extends Task {
  readonly scan: InterpretedScan
}

type TaskOptions = Partial<Pick<PendingScan, 'quantity' | 'key'>>

interface StationOptions {
  readonly screen: ScanScreen
  readonly calls: ScanCalls
  /** The queue of all scans; the station has a line of its own in it. */
  readonly queue?: ScanQueue
  /** Interprets what was typed, by the formats of the owner of the goods. */
  readonly read?: (code: string, owners: readonly string[] | undefined) => Promise<InterpretedScan>
  readonly now?: () => Date
}

/** What a refused task says in large. */
class Refused extends Error {
  readonly line: number | undefined
  constructor(reason: Label, line?: number) {
    super(t(reason))
    this.line = line
  }
}

/**
 * A station: a document, then its goods. Scans, takings-back and the finish go through one queue
 * and are answered one after the other; nothing is counted before the server has said so.
 */
export class ScanStation {
  readonly listeners = new Listeners()
  readonly screen: ScanScreen
  readonly queue: ScanQueue
  readonly #calls: ScanCalls
  readonly #read: NonNullable<StationOptions['read']>
  readonly #now: () => Date
  readonly #pending = new Set<Task>()
  readonly #columns: { readonly code: string; readonly quantity: string }
  /** What was sent for an entry of the log, to be sent again with a minus. */
  readonly #sent = new Map<number, Sent>()
  #state: StationState = startState
  #lastEntry = 0
  /** Newest entry of when nobody would log in again: what waited then was given up with it. */
  #givenUp = { entryId: 0, reason: '' }
  /** The lines shown are those from before the last count. */
  #isStale = false

  constructor(options: StationOptions) {
    this.screen = options.screen
    this.#calls = options.calls
    this.#read = options.read ?? ((code) => Promise.resolve(interpretScan(code)))
    this.#now = options.now ?? (() => new Date())
    this.#columns = acceptColumns(options.screen)
    this.queue = options.queue ?? new ScanQueue()
  }

  get state(): StationState {
    return this.#state
  }

  /** What the user did and the server has not answered. */
  get waiting(): number {
    return this.#pending.size
  }

  /** Number of the open document; empty without one. */
  get #number(): string {
    return String(this.#state.document?.[this.screen.documentKey] ?? '')
  }

  #set(change: Partial<StationState>): void {
    this.#state = { ...this.#state, ...change }
    this.listeners.call()
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
    const { quantity } = this.#state
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

  /** Takes the last counted scan back, once everything before has been answered. */
  undoLast(): Promise<ScanAnswer> {
    return this.#enqueue('undo', '')
  }

  finish(): Promise<ScanAnswer> {
    return this.#enqueue('finish', '')
  }

  /** For after a reload: what is open, what was counted, and what is not answered yet. */
  draft(): StationDraft {
    const { isFinished, place, quantity, log } = this.#state
    const pending = [...this.#pending].map(({ kind, code, quantity: times, key }) => {
      return { kind, code, quantity: times, key }
    })
    const answered = log.filter(({ state }) => state !== 'waiting')
    const document = isFinished ? '' : this.#number
    return { document, place, quantity, log: answered, sent: [...this.#sent], pending }
  }

  /** Goes on where a station stood: what was not answered is sent again under its own key. */
  takeUp({ document, place, quantity, log, sent, pending }: StationDraft): void {
    for (const [entryId, each] of sent) this.#sent.set(entryId, each)
    this.#lastEntry = Math.max(this.#lastEntry, ...log.map(({ id }) => id))
    const kept = log.map((entry) => ({ ...entry, at: new Date(entry.at) }))
    this.#set({ quantity, log: [...this.#state.log, ...kept].slice(0, LOG_MAX) })
    if (document !== '') void this.open(document)
    if (place !== undefined) void this.#enqueue('goods', place)
    for (const { kind, code, ...more } of pending) void this.#enqueue(kind, code, more)
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
    const { quantity, key = crypto.randomUUID() } = more
    const task = { kind, code, quantity, entryId, key }
    this.#pending.add(task)
    const entry: ScanEntry = { id: entryId, at: this.#now(), kind, state: 'waiting', code }
    this.#set({ log: logged(this.#state.log, entry) })
    return {
      line: this,
      // Only the codes of goods are of an owner's format.
      owners: () => (kind === 'goods' ? this.#owners : []),
      take: (scan: InterpretedScan | Promise<InterpretedScan>, format?: string) =>
        this.#handle(task, scan, format),
    }
  }

  get #owners(): readonly string[] | undefined {
    const owner = textOf(this.#state.document?.['OWNER_CD'])
    return owner === undefined ? undefined : [owner]
  }

  /** The code as the server will read it. */
  #shown(scan: InterpretedScan): string {
    const code = scannedCode(scan)
    return this.screen.accept.input[this.#columns.code]?.upperCase ? code.toUpperCase() : code
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
      this.#set({ log: relogged(this.#state.log, task.entryId, { code, format }) })
      this.#answer(task, { state: 'accepted', ...(await this.#carryOut({ ...task, scan })) })
      return { ok: true }
    } catch (error) {
      const message = reasonOf(error)
      if (error instanceof CallError && error.status === 401) {
        this.#givenUp = { entryId: this.#lastEntry, reason: message }
      }
      const isOnLine = error instanceof Refused
      const line = isOnLine ? error.line : lineNamed(this.#state.lines, code?.toUpperCase())
      this.#answer(task, { state: 'refused', message, line })
      return { ok: false, message: label(message, message) }
    }
  }

  #answer(task: Task, change: Partial<ScanEntry>): void {
    this.#pending.delete(task)
    const log = relogged(this.#state.log, task.entryId, change)
    const last = log.find(({ id }) => id === task.entryId)
    this.#set({ log, last, line: last?.line ?? this.#state.line })
  }

  #carryOut(task: ReadTask): Promise<Partial<ScanEntry>> {
    switch (task.kind) {
      case 'document':
        return this.#openDocument(scannedDocument(task.scan) ?? scannedCode(task.scan))
      case 'goods':
        return this.#takeScan(task)
      case 'undo':
        return this.#takeBack(task)
      case 'finish':
        return this.#finishDocument(task)
    }
  }

  /** A scan names a document while none is open, or when it is written like one. */
  async #takeScan(task: ReadTask): Promise<Partial<ScanEntry>> {
    if (task.scan.refusal) throw new Refused(task.scan.refusal)
    const { document, isFinished } = this.#state
    const number = scannedDocument(task.scan)
    const code = scannedCode(task.scan)
    if (!document || isFinished || number !== undefined || isWrittenLike(code, this.#number)) {
      return this.#openDocument(number ?? code)
    }
    return this.#count(task)
  }

  async #openDocument(written: string): Promise<Partial<ScanEntry>> {
    const number = written.trim().toUpperCase()
    const document = await this.#calls.document(number)
    if (!document) {
      const title = this.screen.document.output[this.screen.documentKey]?.label
      const [ko, en] = [title?.ko ?? '문서', title?.en ?? 'Document']
      throw new Refused(label(`없는 ${ko}입니다: ${number}`, `${en} not found: ${number}`))
    }
    const lines = await this.#calls.lines(number)
    const place = undefined
    this.#isStale = false
    this.#set({ document, place, lines, line: undefined, isFinished: false })
    return { kind: 'document', code: number }
  }

  async #count(task: ReadTask): Promise<Partial<ScanEntry>> {
    const { scan, key, entryId } = task
    if (this.#isStale) await this.#refresh()
    const sent = {
      code: scannedCode(scan),
      // So many of what the code stands for: three labels of twelve are 36.
      quantity: rounded((task.quantity ?? 1) * (scannedQuantity(scan) ?? 1)),
      facts: { ...scannedFacts(scan, this.screen.accept.input), ...this.#placeInput() },
      document: this.#number,
    }
    const counted = await this.#send(sent, key)
    // A place is not counted, and there is nothing of it to take back.
    if (counted.kind !== 'place') this.#sent.set(entryId, sent)
    this.#sent.delete(entryId - LOG_MAX)
    return counted
  }

  /** Where the goods lie, for the procedure. */
  #placeInput(): WireRow {
    const { place } = this.screen
    return place === undefined ? {} : { [place]: this.#state.place ?? null }
  }

  async #send({ code, quantity, facts }: Sent, key: string): Promise<Partial<ScanEntry>> {
    const { accept } = this.screen
    const row = { ...facts, ...this.#documentInput(accept.input) }
    const input = { ...row, [this.#columns.code]: code, [this.#columns.quantity]: quantity }
    const answer = await this.#calls.run(accept, input, key)
    const { place = '' } = this.screen
    if (answer.row?.['PLACE_YN'] === 'Y') return this.#takePlace(String(answer.row[place]), code)
    return this.#takeAnswer(answer.row ?? {}, code, quantity)
  }

  /** Columns of the open document that a procedure asks for: its number, its owner. */
  #documentInput(input: Readonly<Record<string, unknown>>): WireRow {
    const document = this.#state.document ?? {}
    const names = Object.keys(input).filter((name) => Object.hasOwn(document, name))
    return Object.fromEntries(names.map((name): [string, Value] => [name, document[name] ?? null]))
  }

  /** Another place, or something said of the one there is: its weight stands on the lines. */
  async #takePlace(place: string, code: string): Promise<Partial<ScanEntry>> {
    const isSame = place === this.#state.place
    if (isSame && code !== place) await this.#refreshCounted()
    this.#set({ place, line: undefined })
    return { kind: 'place', code: isSame && code !== place ? `${place} ${code}` : place }
  }

  async #takeAnswer(answer: WireRow, code: string, quantity: number): Promise<Partial<ScanEntry>> {
    const { counted } = this.screen
    const before = this.#state.lines
    let at = lineOf(before, answer)
    if (at === undefined || answer[counted] === undefined) {
      await this.#refreshCounted()
      at ??= lineNamed(this.#state.lines, code)
    } else {
      const line = { ...before[at], ...answer }
      this.#set({ lines: before.map((each, index) => (index === at ? line : each)) })
    }
    const line = at === undefined ? undefined : this.#state.lines[at]
    // A quantity may have gone to several lines of one item.
    const grown =
      totals(this.screen, this.#state.lines).counted - totals(this.screen, before).counted
    const isUnseen = this.#isStale || numberOf(line?.[counted]) === undefined
    const delta = isUnseen ? quantity : rounded(grown)
    return { line: at, delta, ...lineFacts(this.screen, line, code) }
  }

  async #refresh(): Promise<void> {
    this.#set({ lines: await this.#calls.lines(this.#number) })
    this.#isStale = false
  }

  /** What was counted is counted, though the lines cannot be had: the next scan asks for them first. */
  async #refreshCounted(): Promise<void> {
    this.#isStale = true
    await this.#refresh().catch(() => undefined)
  }

  async #takeBack(task: Task): Promise<Partial<ScanEntry>> {
    const isHere = ({ id }: ScanEntry) => this.#sent.get(id)?.document === this.#number
    const entry = lastCounted(this.#state.log.filter(isHere))
    const sent = entry && this.#sent.get(entry.id)
    if (!entry || !sent) throw new Refused(label('취소할 스캔이 없습니다', 'Nothing to take back'))
    const taken = await this.#send({ ...sent, quantity: -sent.quantity }, task.key)
    this.#set({ log: relogged(this.#state.log, entry.id, { isUndone: true }) })
    return taken
  }

  async #finishDocument(task: Task): Promise<Partial<ScanEntry>> {
    const { document, isFinished } = this.#state
    if (!document || isFinished) throw new Refused(label('열린 전표가 없습니다', 'Nothing is open'))
    const { counted, wanted } = totals(this.screen, this.#state.lines)
    if (wanted !== undefined && counted < wanted) {
      const rest = wanted - counted
      throw new Refused(label(`아직 ${rest}개가 남았습니다`, `${rest} still to go`))
    }
    const { finish, documentKey } = this.screen
    const answer = await this.#calls.run(finish, this.#documentInput(finish.input), task.key)
    const told = Object.entries(answer.row ?? {}).filter(([name]) => Object.hasOwn(document, name))
    this.#set({ isFinished: true, document: { ...document, ...Object.fromEntries(told) } })
    const message = answer.message || t(label('완료했습니다', 'Finished'))
    return { code: String(document[documentKey]), message }
  }
}
