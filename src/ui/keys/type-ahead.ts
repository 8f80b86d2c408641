import { assembleSyllables } from '#kernel/hangul-layout.ts'
import type { KeyInput, Keystroke } from './keystroke.ts'

/** A buffered key press, with enough data to recreate its KeyboardEvent. */
export interface BufferedKey {
  readonly stroke: Keystroke
  readonly init: Readonly<
    Pick<KeyInput, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>
  >
}

export interface BufferedText {
  readonly text: string
  readonly keys: readonly BufferedKey[]
  readonly timeStamp: number
}

/** A run of text if the focus accepts text, otherwise a single key. */
export type Replay =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'key'; readonly key: BufferedKey }

type BufferedInput =
  | (BufferedText & { readonly kind: 'text' })
  | (BufferedKey & { readonly kind: 'key'; readonly timeStamp: number })

export interface TypeAheadOptions {
  readonly replay: (item: Replay) => void
  readonly onDropped?: (count: number, reason: 'error' | 'full' | 'cancelled') => void
  readonly onReleased?: (isCancelled: boolean) => void
  /**
   * Whether the focus accepts characters as text, not as commands. Evaluated before each item,
   * because a command can start an edit. Default: true.
   */
  readonly takesText?: () => boolean
  /** Whether the focus accepts buffered keys while the screen is still loading. Default: false. */
  readonly takesEarly?: () => boolean
  /** Pause before each item, to let the page react to the previous one. Default: none. */
  readonly pause?: () => Promise<void>
  /** Maximum number of buffered key presses. Default 200. */
  readonly limit?: number
}

/**
 * Buffers keys in order while a screen loads and replays them into it. Call `begin` when loading
 * starts, then `ready`, or `fail` if the screen never opens.
 */
export class TypeAhead {
  readonly #options: TypeAheadOptions
  #buffer: BufferedInput[] = []
  #holding = false
  #draining = false
  /** Set when `hurry` emptied the queue before the last pause ended. */
  #isUnpaused = false

  constructor(options: TypeAheadOptions) {
    this.#options = options
  }

  get holding(): boolean {
    return this.#holding || this.draining
  }

  /** A replay is running. New keys are queued after it. */
  get draining(): boolean {
    return this.#draining && !this.#isUnpaused
  }

  get count(): number {
    return this.#buffer.reduce((sum, input) => sum + countPresses(input), 0)
  }

  begin(): void {
    this.#holding = true
  }

  take(event: KeyInput, stroke: Keystroke): void {
    const { key, code, ctrlKey, altKey, shiftKey, metaKey, timeStamp } = event
    this.takeKey({ stroke, init: { key, code, ctrlKey, altKey, shiftKey, metaKey } }, timeStamp)
  }

  takeKey(key: BufferedKey, timeStamp: number): void {
    if (!this.#isFull()) this.#buffer.push({ kind: 'key', ...key, timeStamp })
  }

  takeText(text: BufferedText): void {
    if (text.text !== '' && !this.#isFull()) this.#buffer.push({ kind: 'text', ...text })
  }

  /** Replays in order. If a replayed key starts another load, the remaining keys wait for it. */
  replayAll(): void {
    this.#release(false)
    void this.#drain()
  }

  /** Replays the keys that `takesEarly` allows and leaves the others queued. */
  replayEarlyKeys(): void {
    if (this.#options.takesEarly?.()) void this.#drain()
  }

  async #drain(): Promise<void> {
    if (this.#draining || this.#buffer.length === 0) return
    const { replay, pause } = this.#options
    this.#draining = true
    try {
      // Let the newly focused field handle its focus event first.
      if (pause) await pause()
      while (this.#mayReplay()) {
        this.#isUnpaused = false
        replay(this.#shift())
        if (pause) await pause()
      }
    } finally {
      this.#draining = false
      this.#isUnpaused = false
    }
  }

  /**
   * Replays the remaining keys without pauses, because text that cannot be queued is about to
   * arrive, such as a new composition.
   */
  replayWithoutPauses(): void {
    if (!this.#draining) return
    while (this.#mayReplay()) this.#options.replay(this.#shift())
    this.#isUnpaused = this.#buffer.length === 0
  }

  #mayReplay(): boolean {
    return this.#buffer.length > 0 && (!this.#holding || this.#options.takesEarly?.() === true)
  }

  /** Removes keys pressed since an event time, because they were part of a scan. */
  removeSince(sinceMs: number): void {
    this.#buffer = this.#buffer.filter(({ timeStamp }) => timeStamp < sinceMs)
  }

  /** Drops the keys, because the screen did not open and they must not reach another one. */
  dropAfterFailure(): void {
    this.#drop('error')
  }

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

  #drop(reason: 'error' | 'cancelled'): void {
    // Releasing queues a pending composition, which is then dropped with the other keys.
    this.#release(reason === 'cancelled')
    const { count } = this
    this.#buffer = []
    if (count > 0) this.#options.onDropped?.(count, reason)
  }

  #shift(): Replay {
    const [first] = this.#buffer
    const takesText = this.#options.takesText?.() ?? true
    if (!takesText && first?.kind === 'text' && first.keys.length > 0) {
      const { keys, timeStamp } = first
      this.#buffer.splice(0, 1, ...keys.map((key) => ({ ...key, kind: 'key' as const, timeStamp })))
      return this.#shift()
    }
    const run = this.#buffer.findIndex((input) => input.kind === 'key' && !input.stroke.text)
    if (first?.kind === 'key' && (run === 0 || !takesText)) {
      this.#buffer.shift()
      return { kind: 'key', key: first }
    }
    const runLength = run < 0 ? this.#buffer.length : run
    return { kind: 'text', text: combinedText(this.#buffer.splice(0, takesText ? runLength : 1)) }
  }
}

function countPresses(input: BufferedInput): number {
  return input.kind === 'key' ? 1 : input.keys.length || input.text.length
}

function combinedText(items: readonly BufferedInput[]): string {
  let text = ''
  let typed: string[] = []
  // Outside text fields macOS delivers single jamo, which have to be combined.
  const flushTyped = (): void => {
    text += typed.length === 0 ? '' : assembleSyllables(typed)
    typed = []
  }
  for (const item of items) {
    if (item.kind === 'key') typed.push(item.stroke.text ?? '')
    else {
      flushTyped()
      text += item.text
    }
  }
  flushTyped()
  return text
}
