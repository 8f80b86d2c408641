import { syllablesOf } from '#kernel/hangul-layout.ts'
import type { KeyInput, Keystroke } from './keystroke.ts'

/** A kept key press, enough to make the same KeyboardEvent again. */
export interface KeptKey {
  readonly stroke: Keystroke
  readonly init: Readonly<
    Pick<KeyInput, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>
  >
}

/** What an input method made of some key presses, or text that came without any. */
export interface KeptText {
  readonly text: string
  /** The presses it was made of, as far as they were seen. */
  readonly keys: readonly KeptKey[]
  /** Of the first press, or of the text where none was seen; by the clock of the events. */
  readonly timeStamp: number
}

/** What is replayed: a run of typed characters where text is taken, else one key after the other. */
export type Replay =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'key'; readonly key: KeptKey }

type Kept =
  | (KeptText & { readonly kind: 'text' })
  | (KeptKey & { readonly kind: 'key'; readonly timeStamp: number; readonly echoUntil?: number })

export interface TypeAheadOptions {
  /** Presses one item into the screen that has finished loading. */
  readonly replay: (item: Replay) => void
  /** Told how many key presses were thrown away, and why. */
  readonly onDropped?: (count: number, reason: 'error' | 'full' | 'cancelled') => void
  /** Told once keys are no longer kept: before what was kept is replayed or dropped. */
  readonly onReleased?: (isCancelled: boolean) => void
  /**
   * Whether the focus takes characters as text, not as single-letter commands. Asked before each
   * item: a command may be what begins an edit. Default yes.
   */
  readonly takesText?: () => boolean
  /** Whether the focus takes kept keys even though the screen is still loading. Default no. */
  readonly takesEarly?: () => boolean
  /**
   * A moment before each replayed item, for what the page does about the one before; keys pressed in
   * it wait their turn. Without it they are replayed at once.
   */
  readonly pause?: () => Promise<void>
  /** Most key presses kept; further ones are refused. Default 200. */
  readonly limit?: number
}

/**
 * Keys pressed while a screen loads, kept in order and replayed into it, as on a terminal.
 * `begin` when loading starts, `ready` when the screen can take keys, `fail` when it never will.
 */
export class TypeAhead {
  readonly #options: TypeAheadOptions
  #kept: Kept[] = []
  #holding = false
  #draining = false
  /** Nothing is left of the replay under way, though its last pause is not over. */
  #hurried = false

  constructor(options: TypeAheadOptions) {
    this.#options = options
  }

  /** While true every key that somebody presses belongs to `take`. */
  get holding(): boolean {
    return this.#holding || this.draining
  }

  /** Keys are being replayed: the next ones come after them, wherever they are pressed. */
  get draining(): boolean {
    return this.#draining && !this.#hurried
  }

  /** Key presses kept; text that came without any counts by its characters. */
  get count(): number {
    return this.#kept.reduce((sum, kept) => sum + pressesOf(kept), 0)
  }

  begin(): void {
    this.#holding = true
  }

  take(event: KeyInput, stroke: Keystroke): void {
    if (this.#isEcho(event, stroke) || this.#isFull()) return
    const { key, code, ctrlKey, altKey, shiftKey, metaKey, timeStamp } = event
    const init = { key, code, ctrlKey, altKey, shiftKey, metaKey }
    this.#kept.push({ kind: 'key', stroke, init, timeStamp })
  }

  /**
   * Keeps text of an input method in its place among the keys. `end` is the key that ended the
   * composition: it counts once, whether or not it comes again by itself before `echoUntil`.
   */
  takeText(text: KeptText, end?: { readonly key: KeptKey; readonly echoUntil: number }): void {
    if (this.#isFull()) return
    if (text.text !== '') this.#kept.push({ kind: 'text', ...text })
    if (!end) return
    const { key, echoUntil } = end
    this.#kept.push({ kind: 'key', ...key, timeStamp: text.timeStamp, echoUntil })
  }

  /** Replays in order. Should a replayed key start another load, the rest waits for that one. */
  ready(): void {
    this.#release(false)
    void this.#drain()
  }

  /** Replays what `takesEarly` allows while the rest goes on waiting. */
  passOn(): void {
    if (this.#options.takesEarly?.()) void this.#drain()
  }

  async #drain(): Promise<void> {
    if (this.#draining || this.#kept.length === 0) return
    const { replay, pause } = this.#options
    this.#draining = true
    try {
      // The field that was just given the keyboard has something to do about that, too.
      if (pause) await pause()
      while (this.#mayReplay()) {
        this.#hurried = false
        replay(this.#shift())
        if (pause) await pause()
      }
    } finally {
      this.#draining = false
      this.#hurried = false
    }
  }

  /**
   * Replays the rest of a replay under way without a pause: text is about to reach the focus that
   * cannot be kept, as a syllable that an input method begins there.
   */
  hurry(): void {
    if (!this.#draining) return
    while (this.#mayReplay()) this.#options.replay(this.#shift())
    this.#hurried = this.#kept.length === 0
  }

  #mayReplay(): boolean {
    return this.#kept.length > 0 && (!this.#holding || this.#options.takesEarly?.() === true)
  }

  /** Takes back the keys pressed since a moment of their clock: they were a scan, not typing. */
  withdraw(sinceMs: number): void {
    this.#kept = this.#kept.filter(({ timeStamp }) => timeStamp < sinceMs)
  }

  /** The screen did not open: what was meant for it must not reach another one. */
  fail(): void {
    this.#drop('error')
  }

  /** The user gave up waiting. */
  cancel(): void {
    this.#drop('cancelled')
  }

  #release(isCancelled: boolean): void {
    if (!this.#holding) return
    this.#holding = false
    this.#options.onReleased?.(isCancelled)
  }

  #isFull(): boolean {
    if (this.count < (this.#options.limit ?? 200)) return false
    this.#options.onDropped?.(1, 'full')
    return true
  }

  #isEcho(event: KeyInput, { chord }: Keystroke): boolean {
    const last = this.#kept.at(-1)
    if (last?.kind !== 'key' || last.echoUntil === undefined) return false
    this.#kept[this.#kept.length - 1] = { ...last, echoUntil: Number.NEGATIVE_INFINITY }
    return last.stroke.chord === chord && event.timeStamp <= last.echoUntil
  }

  #drop(reason: 'error' | 'cancelled'): void {
    // What is still being composed is kept when the holding ends, and is dropped with the rest.
    this.#release(reason === 'cancelled')
    const { count } = this
    this.#kept = []
    if (count > 0) this.#options.onDropped?.(count, reason)
  }

  #shift(): Replay {
    const [first] = this.#kept
    const takesText = this.#options.takesText?.() ?? true
    if (!takesText && first?.kind === 'text' && first.keys.length > 0) {
      const { keys, timeStamp } = first
      this.#kept.splice(0, 1, ...keys.map((key) => ({ ...key, kind: 'key' as const, timeStamp })))
      return this.#shift()
    }
    const run = this.#kept.findIndex((kept) => kept.kind === 'key' && !kept.stroke.text)
    if (first?.kind === 'key' && (run === 0 || !takesText)) {
      this.#kept.shift()
      return { kind: 'key', key: first }
    }
    const runLength = run < 0 ? this.#kept.length : run
    return { kind: 'text', text: textOf(this.#kept.splice(0, takesText ? runLength : 1)) }
  }
}

function pressesOf(kept: Kept): number {
  return kept.kind === 'key' ? 1 : kept.keys.length || kept.text.length
}

/** The text of a run: what keys typed, and between it what an input method made. */
function textOf(items: readonly Kept[]): string {
  let text = ''
  let typed: string[] = []
  // Outside a text field macOS delivers single jamo, which belong together as syllables.
  const endTyped = (): void => {
    text += typed.length === 0 ? '' : syllablesOf(typed)
    typed = []
  }
  for (const item of items) {
    if (item.kind === 'key') typed.push(item.stroke.text ?? '')
    else {
      endTyped()
      text += item.text
    }
  }
  endTyped()
  return text
}
