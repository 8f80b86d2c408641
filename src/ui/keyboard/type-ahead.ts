import { assemble } from 'es-hangul'
import type { KeyInput, Keystroke } from './keystroke.ts'

/** A kept key press, enough to make the same KeyboardEvent again. */
export interface KeptKey {
  readonly stroke: Keystroke
  readonly init: Readonly<
    Pick<KeyInput, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>
  >
}

/**
 * What is replayed: a run of typed characters together with its keys, or one other key. Which of
 * the two readings of a run counts (text, or single-letter commands) is for the new screen to say.
 */
export type Replay =
  | { readonly kind: 'text'; readonly text: string; readonly keys: readonly KeptKey[] }
  | { readonly kind: 'key'; readonly key: KeptKey }

export interface TypeAheadOptions {
  /** Presses one item into the screen that has finished loading. */
  readonly replay: (item: Replay) => void
  /** Told how many key presses were thrown away, and why. */
  readonly onDropped?: (count: number, reason: 'error' | 'full' | 'cancelled') => void
  /** Most key presses kept; further ones are refused. Default 200. */
  readonly limit?: number
}

/**
 * Keys pressed while a screen loads, kept in order and replayed into it, as on a terminal.
 * `begin` when loading starts, `ready` when the screen can take keys, `fail` when it never will.
 */
export class TypeAhead {
  readonly #options: TypeAheadOptions
  #keys: (KeptKey & { readonly timeStamp: number })[] = []
  #holding = false

  constructor(options: TypeAheadOptions) {
    this.#options = options
  }

  /** While true every key press belongs to `take`. */
  get holding(): boolean {
    return this.#holding
  }

  get count(): number {
    return this.#keys.length
  }

  begin(): void {
    this.#holding = true
  }

  take(event: KeyInput, stroke: Keystroke): void {
    if (this.#keys.length >= (this.#options.limit ?? 200)) {
      this.#options.onDropped?.(1, 'full')
      return
    }
    const { key, code, ctrlKey, altKey, shiftKey, metaKey, timeStamp } = event
    const init = { key, code, ctrlKey, altKey, shiftKey, metaKey }
    this.#keys.push({ stroke, init, timeStamp })
  }

  /** Replays in order. Should a replayed key start another load, the rest waits for that one. */
  ready(): void {
    this.#holding = false
    while (this.#keys.length > 0 && !this.holding) this.#options.replay(this.#shift())
  }

  /** Takes back the keys pressed since a moment of their clock: they were a scan, not typing. */
  withdraw(sinceMs: number): void {
    this.#keys = this.#keys.filter(({ timeStamp }) => timeStamp < sinceMs)
  }

  /** The screen did not open: what was meant for it must not reach another one. */
  fail(): void {
    this.#drop('error')
  }

  /** The user gave up waiting. */
  cancel(): void {
    this.#drop('cancelled')
  }

  #drop(reason: 'error' | 'cancelled'): void {
    const count = this.#keys.length
    this.#holding = false
    this.#keys = []
    if (count > 0) this.#options.onDropped?.(count, reason)
  }

  #shift(): Replay {
    const run = this.#keys.findIndex((key) => key.stroke.text === undefined)
    const length = run < 0 ? this.#keys.length : run
    const keys = this.#keys.splice(0, Math.max(length, 1))
    const first = keys[0]
    if (length === 0 && first) return { kind: 'key', key: first }
    // Outside a text field macOS delivers single jamo, which belong together as syllables.
    const text = assemble(keys.map((key) => key.stroke.text ?? ''))
    return { kind: 'text', text, keys }
  }
}
