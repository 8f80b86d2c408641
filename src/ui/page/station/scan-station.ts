import type { Value, WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import type { ScanScreen } from '#kernel/screen.ts'
import { CallError } from '#ui/remote/api.ts'
import { t } from '#ui/base/language.ts'
import { interpretScan } from '#ui/codes/scan-code.ts'
import type { InterpretedScan } from '#ui/codes/scan-part.ts'
import { ScanQueue, type QueuedScan } from '#ui/scanner/scan-queue.ts'
import type { ScanAnswer } from '#ui/codes/scan-part.ts'
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
import { numberOf, rounded, textOf, totals } from './scan-totals.ts'

/** What waits in the queue: made when the user acts, carried out when its turn comes. */
interface Task extends PendingScan {
  readonly entryId: number
  readonly answered: (answer: ScanAnswer) => void
}

/** Takes a code apart, by what the owner of the goods has written down of its codes. */
type ReadScan = (code: string, owner?: string) => Promise<InterpretedScan>

interface StationOptions {
  readonly screen: ScanScreen
  readonly calls: ScanCalls
  readonly read?: ReadScan
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
  readonly #read: ReadScan | undefined
  readonly #now: () => Date
  readonly #tasks = new Map<number, Task>()
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
    this.#read = options.read
    this.#now = options.now ?? (() => new Date())
    this.#columns = acceptColumns(options.screen)
    this.queue = new ScanQueue({ handle: (scan) => this.#handle(scan) })
    this.queue.subscribe(() => this.listeners.call())
  }

  get state(): StationState {
    return this.#state
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

  /** Takes a scan or a typed code; the answer comes when its turn has come. */
  accept(scan: InterpretedScan, isTyped = false): Promise<ScanAnswer> {
    const { quantity } = this.#state
    if (quantity !== undefined) this.#set({ quantity: undefined })
    return this.#enqueue('goods', scan, { quantity, format: isTyped ? undefined : scan.format })
  }

  /** Opens a document by its number, whatever is open. */
  open(number: string): Promise<ScanAnswer> {
    return this.#enqueue('document', interpretScan(number))
  }

  /** Quantity of the next scan; undefined is one, or what the code says. */
  setQuantity(quantity: number | undefined): void {
    this.#set({ quantity })
  }

  /** Takes the last counted scan back, once everything before has been answered. */
  undoLast(): Promise<ScanAnswer> {
    return this.#enqueue('undo', interpretScan(''))
  }

  finish(): Promise<ScanAnswer> {
    return this.#enqueue('finish', interpretScan(''))
  }

  /** For after a reload: what is open, what was counted, and what is not answered yet. */
  draft(): StationDraft {
    const { isFinished, place, quantity, log } = this.#state
    const pending = [...this.#pending].map(({ kind, scan, quantity: times, key }) => {
      return { kind, scan, quantity: times, key }
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
    if (place !== undefined) void this.#enqueue('goods', interpretScan(place))
    for (const { kind, scan, ...more } of pending) void this.#enqueue(kind, scan, more)
  }

  #enqueue(
    kind: ScanKind,
    scan: InterpretedScan,
    more: {
      quantity?: number | undefined
      format?: string | undefined
      key?: string
    } = {},
  ): Promise<ScanAnswer> {
    this.#lastEntry += 1
    const entryId = this.#lastEntry
    const entry: ScanEntry = {
      id: entryId,
      at: this.#now(),
      kind,
      state: 'waiting',
      code: this.#shown(scan),
      format: more.format,
    }
    this.#set({ log: logged(this.#state.log, entry) })
    return new Promise((answered) => {
      const { quantity, key = crypto.randomUUID() } = more
      const id = this.queue.add(scan.code)
      // The queue handles nothing before this turn of the event loop is over.
      const task = { kind, scan, quantity, entryId, key, answered }
      this.#tasks.set(id, task)
      this.#pending.add(task)
    })
  }

  /** The code as the server will read it. */
  #shown(scan: InterpretedScan): string {
    const code = scannedCode(scan)
    return this.screen.accept.input[this.#columns.code]?.upperCase ? code.toUpperCase() : code
  }

  /* What happens when the turn comes */

  async #handle({ id }: QueuedScan): Promise<void> {
    const task = this.#tasks.get(id)
    if (!task) return
    this.#tasks.delete(id)
    try {
      if (task.entryId <= this.#givenUp.entryId) throw new Error(this.#givenUp.reason)
      const done = await this.#carryOut(task)
      this.#pending.delete(task)
      this.#note(task, { state: 'accepted', ...done })
      task.answered({ ok: true })
    } catch (error) {
      this.#pending.delete(task)
      const message = reasonOf(error)
      if (error instanceof CallError && error.status === 401) {
        this.#givenUp = { entryId: this.#lastEntry, reason: message }
      }
      const line = error instanceof Refused ? error.line : this.#lineOfCode(task.scan)
      this.#note(task, { state: 'refused', message, line })
      task.answered({ ok: false, message: label(message, message) })
    }
  }

  #note(task: Task, change: Partial<ScanEntry>): void {
    const log = relogged(this.#state.log, task.entryId, change)
    const last = log.find(({ id }) => id === task.entryId)
    this.#set({ log, last, line: last?.line ?? this.#state.line })
  }

  #carryOut(task: Task): Promise<Partial<ScanEntry>> {
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
  async #takeScan(scanned: Task): Promise<Partial<ScanEntry>> {
    const { document, isFinished } = this.#state
    // Read anew: when it was scanned its document, and whose goods it is of, may not have been open.
    const owner = textOf(document?.['OWNER_CD'])
    const task = {
      ...scanned,
      scan: (await this.#read?.(scanned.scan.code, owner)) ?? scanned.scan,
    }
    if (task.scan.refusal) throw new Refused(task.scan.refusal)
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

  async #count(task: Task): Promise<Partial<ScanEntry>> {
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
      at ??= this.#lineOf(code)
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
    return { line: at, delta, ...this.#facts(line, code) }
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

  #facts(line: WireRow | undefined, code: string): Partial<ScanEntry> {
    if (!line) return { code }
    const { wanted, counted } = this.screen
    return {
      code: textOf(line['STOCK_CD']) ?? code,
      item: textOf(line['STOCK_NM']),
      lot: textOf(line['LOT_NO']),
      validDate: textOf(line['VALID_DT']),
      counted: numberOf(line[counted]),
      wanted: numberOf(line[wanted]),
    }
  }

  #lineOf(code: string): number | undefined {
    const at = this.#state.lines.findIndex((line) =>
      ['STOCK_CD', 'BARCODE', 'LOT_NO'].some((name) => textOf(line[name]) === code),
    )
    return at < 0 ? undefined : at
  }

  #lineOfCode(scan: InterpretedScan): number | undefined {
    return this.#lineOf(scannedCode(scan).toUpperCase())
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
