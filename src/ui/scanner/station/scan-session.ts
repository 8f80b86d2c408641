import { convertHangulToQwerty } from 'es-hangul'
import type { PageHandle } from '#kernel/command.ts'
import { label, type Label } from '#kernel/label.ts'
import { isGranted } from '#kernel/operation.ts'
import type { ScanScreen } from '#kernel/screen.ts'
import type { Offers, PageRegistration, UnsavedInputKind } from '#ui/tabs/page-registry.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { readScan } from '#ui/scanner/scan-reading.ts'
import { scanSound } from '#ui/scanner/scan-volume.ts'
import { scanRouter } from '#ui/scanner/scanner.ts'
import { t } from '#ui/base/language.ts'
import type { ScanResponse, ScanClaim } from '#ui/scanner/codes/scan-part.ts'
import type { ScanSound } from '#ui/scanner/scan-sound.ts'
import { Listeners } from '#ui/base/listeners.ts'
import { scanCalls } from './scan-calls.ts'
import { ScanLines } from './scan-lines.ts'
import type { PromptMode, StationDraft, StationState } from './scan-state.ts'
import { ScanStation } from './scan-station.ts'

interface ScanDraft {
  readonly mode: PromptMode
  readonly text: string
  readonly station: StationDraft
}

function isScanDraft(draft: unknown): draft is ScanDraft {
  return typeof draft === 'object' && draft !== null && 'station' in draft && 'mode' in draft
}

export class ScanSession {
  readonly station: ScanStation
  readonly lines: ScanLines
  readonly listeners = new Listeners()
  readonly #sound: ScanSound
  #mode: PromptMode = 'goods'
  #text = ''
  #answerTimer: ReturnType<typeof setTimeout> | undefined
  #focusPrompt: () => boolean = () => false

  constructor(screen: ScanScreen, sound: ScanSound = scanSound) {
    const { queue } = scanRouter
    this.station = new ScanStation({ screen, calls: scanCalls(screen), queue, read: readScan })
    this.lines = new ScanLines(this.station)
    this.#sound = sound
    this.station.listeners.add(() => {
      this.lines.show()
      this.listeners.call()
    })
  }

  get mode(): PromptMode {
    const { document, isFinished } = this.station.state
    return this.#mode === 'goods' && (!document || isFinished) ? 'document' : this.#mode
  }

  get text(): string {
    return this.#text
  }

  connect(focusPrompt: () => boolean): void {
    this.#focusPrompt = focusPrompt
  }

  focusPrompt(): boolean {
    return this.#focusPrompt()
  }

  type(text: string): void {
    this.#text = text
    this.listeners.call()
    clearTimeout(this.#answerTimer)
    if (this.station.scanResponse(text) === undefined) return
    // The first character of a scan arrives like a typed key.
    this.#answerTimer = setTimeout(() => this.#answer(text), answerDelayMs)
  }

  /** Sends the answer assigned to a key, if the station prompts for one. */
  #answer(typed: string): boolean {
    clearTimeout(this.#answerTimer)
    const value = this.#mode === 'goods' ? this.station.scanResponse(typed) : undefined
    if (value === undefined) return false
    this.ask('goods')
    void this.#withSound(this.station.answer(value))
    return true
  }

  ask(mode: PromptMode): void {
    this.#mode = mode
    this.#text = ''
    this.listeners.call()
    this.#focusPrompt()
  }

  leave(): boolean {
    const isIdle = this.#mode === 'goods' && this.#text === ''
    const { quantity, asked, unanswered } = this.station.state
    if (isIdle && quantity === undefined && !asked && !unanswered) return false
    if (isIdle) this.station.clearInput()
    this.ask('goods')
    return true
  }

  /**
   * Handles Enter in the prompt. Text typed in Hangul mode is converted to the Latin letters on the
   * same keys.
   */
  submit(): void {
    const typed = convertHangulToQwerty(this.#text).trim()
    const { mode } = this
    if (typed === '') return this.ask('goods')
    if (mode === 'quantity') return this.#takeQuantity(typed)
    if (this.#answer(typed)) return
    // Text typed while scans are pending applies to the state they lead to. A document can be open
    // by then.
    const isDocument = this.#mode === 'document' || this.station.waiting === 0
    this.ask('goods')
    const response =
      mode === 'document' && isDocument
        ? this.station.open(typed)
        : this.station.accept(typed.toUpperCase())
    void this.#withSound(response)
  }

  /** Stations that count places accept zero. */
  #quantityOf(typed: string): number | undefined {
    const quantity = readQuantity(typed)
    return quantity === 0 && this.station.screen.place === undefined ? undefined : quantity
  }

  #takeQuantity(typed: string): void {
    const quantity = this.#quantityOf(typed)
    if (quantity === undefined) {
      this.#sound.play('no')
      this.type('')
      return
    }
    this.ask('goods')
    const isCounting = this.station.scanQuantity !== undefined
    const response = this.station.count(quantity)
    if (isCounting) void this.#withSound(response)
  }

  /**
   * Claims a scan for the station. The router plays the sound. A quantity still in the prompt
   * counts as confirmed.
   */
  claim(code: string): ScanClaim {
    if (this.#mode === 'quantity') {
      const quantity = this.#quantityOf(this.#text)
      if (quantity !== undefined) void this.station.count(quantity)
    }
    const kind = this.#mode === 'document' ? 'document' : 'goods'
    if (this.#mode !== 'goods') this.ask('goods')
    return this.station.claim(code, kind)
  }

  undoLast(): void {
    void this.#withSound(this.station.undoLast())
  }

  finish(): Promise<boolean> {
    return this.#withSound(this.station.finish())
  }

  typed(): UnsavedInputKind | undefined {
    const { document, quantity, pending } = this.station.draft()
    if (pending.length > 0) return 'work'
    return this.#text !== '' || document !== '' || quantity !== undefined ? 'passing' : undefined
  }

  draft(): ScanDraft {
    return { mode: this.mode, text: this.#text, station: this.station.draft() }
  }

  /** Returns true if restored text can be discarded. */
  restore(draft: unknown): boolean {
    if (!isScanDraft(draft)) return false
    this.station.restore(draft.station)
    if (draft.text === '' || this.#text !== '') return false
    this.ask(draft.mode)
    this.type(draft.text)
    return true
  }

  async #withSound(response: Promise<ScanResponse>): Promise<boolean> {
    const { ok } = await response
    this.#sound.play(ok ? 'yes' : 'no')
    return ok
  }
}

function readQuantity(typed: string): number | undefined {
  const text = typed.normalize('NFKC').replaceAll(',', '').trim()
  if (!/^\d{1,9}(?:\.\d{1,3})?$/.test(text)) return undefined
  return Number(text)
}

/** Delay before an answer key takes effect. Longer than the gap between two keys of any scanner. */
const answerDelayMs = 100

export function promptLabel(
  screen: ScanScreen,
  mode: PromptMode,
  { place, asked, unanswered }: Partial<Pick<StationState, 'place' | 'asked' | 'unanswered'>> = {},
): Label {
  if (mode === 'quantity') return label('수량', 'Quantity')
  if (mode === 'goods' && unanswered && screen.answer) return screen.answer.prompt
  if (mode === 'goods' && asked) return label('로트', 'Lot')
  const where = screen.place === undefined ? undefined : screen.accept.input[screen.place]
  if (mode === 'goods' && where && place === undefined) return where.label
  if (mode === 'goods') return label('품목', 'Item')
  return screen.document.output[screen.documentKey]?.label ?? label('전표', 'Document')
}

function scanHandle(session: ScanSession): PageHandle {
  return {
    search: () => {
      session.ask('document')
      return Promise.resolve(true)
    },
    focus: (zone) => zone === 'search' && session.focusPrompt(),
    rows: (choice) => {
      const { lines, line } = session.station.state
      if (choice === 'all') return [...lines]
      const current = line === undefined ? undefined : lines[line]
      return current ? [current] : []
    },
  }
}

/** When counting, the quantity corrects the last scan; elsewhere it applies to the next one. */
export function quantityTitle({ quantityAfter }: ScanScreen): Label {
  return quantityAfter
    ? label('마지막 스캔 수량', 'Last scan qty')
    : label('다음 스캔 수량', 'Next scan qty')
}

export function scanOffers(session: ScanSession): Offers {
  const { finish, route } = session.station.screen
  const promptDocument = (): void => session.ask('document')
  const promptQuantity = (): void => session.ask('quantity')
  return {
    'page.search': promptDocument,
    'page.clear-search': promptDocument,
    'page.focus-search': () => void session.focusPrompt(),
    ...(isGranted(findScreen(route)?.actions, finish) && { 'page.act': () => session.finish() }),
    'scan.document': promptDocument,
    'scan.quantity': promptQuantity,
    'scan.undo': () => session.undoLast(),
  }
}

export function scanRegistration(session: ScanSession): PageRegistration {
  const { station } = session
  return {
    handle: scanHandle(session),
    offers: () => scanOffers(session),
    named: (id) => {
      if (id === 'scan.quantity') return quantityTitle(station.screen)
      if (id === 'page.search') return promptLabel(station.screen, 'document')
      return id === 'page.act' ? station.screen.finish.title : undefined
    },
    context: () => ({
      screen: station.screen.route,
      // Escape cancels the input in the prompt instead of leaving the station.
      editing: session.text !== '' || session.mode === 'quantity',
      'can.delete': false,
      'can.export': false,
      'can.import': false,
      'can.print': false,
    }),
    owners: () => {
      const owner = station.state.document?.['OWNER_CD']
      return owner ? [String(owner)] : undefined
    },
    status: () => {
      const { waiting, lastLatencyMs } = station.queue.getState()
      const latency = lastLatencyMs === undefined ? '–' : Math.round(lastLatencyMs)
      return {
        note: t(
          label(
            `대기열 ${waiting} · 마지막 응답 ${latency} ms`,
            `${waiting} waiting · last response ${latency} ms`,
          ),
        ),
      }
    },
    currentRow: () => {
      const { lines, line } = station.state
      return line === undefined ? undefined : lines[line]
    },
    currentTable: () => undefined,
    station: {
      // Claims immediately, because later input must apply to later scans, however slow the server
      // is.
      claim: (code) => ({ ...session.claim(code), takenBy: station.screen.route }),
      isTakingNumber: () => session.mode === 'quantity',
    },
    // Processed scans are saved on the server. Only pending ones can be lost.
    isDirty: () => station.waiting > 0,
    typed: () => session.typed(),
    draft: () => session.draft(),
    restore: (draft) => Promise.resolve(session.restore(draft)),
  }
}
