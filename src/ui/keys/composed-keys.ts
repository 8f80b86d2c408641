import type { KeyInput, Keystroke } from './keystroke.ts'
import type { Schedule } from './schedule.ts'

/** The same key within this time after the input method consumed it is the same press. */
const ECHO_MS = 50

interface Waiting {
  readonly chord: string
  readonly callOff: () => void
  readonly run: () => void
}

/**
 * Handles keys pressed during a composition. Some input methods pass a key on after the composition
 * and others do not. A command therefore waits for the echo and runs exactly once either way.
 * Escape only cancels the syllable, so its echo is dropped.
 */
export class ComposedKeys {
  readonly #schedule: Schedule
  #waiting: Waiting | undefined
  #isComposing = false
  #escapedAtMs = Number.NEGATIVE_INFINITY
  /** A command that ran without its echo, which can still arrive on a busy page. */
  #carriedOut: { readonly chord: string; readonly timeStamp: number } | undefined

  constructor(schedule: Schedule) {
    this.#schedule = schedule
  }

  get isComposing(): boolean {
    return this.#isComposing
  }

  watch(view: Window, options: AddEventListenerOptions): void {
    view.addEventListener('compositionstart', () => (this.#isComposing = true), options)
    view.addEventListener('compositionend', () => (this.#isComposing = false), options)
    const away = (event: Event): void => {
      // Blur events of fields are captured here too. Only the window's own blur ends the
      // composition.
      if (event.eventPhase === Event.AT_TARGET) this.#isComposing = false
    }
    view.addEventListener('blur', away, options)
  }

  /** Delays a command until the composition ends. Calls `run` unless the key arrives again. */
  keep(event: KeyInput, { chord }: Keystroke, run: () => void): void {
    this.drop()
    const now = (): void => {
      this.#waiting = undefined
      this.#carriedOut = { chord, timeStamp: event.timeStamp }
      endComposition(event.target)
      // The field receives the composed text only after `compositionend` has been handled.
      this.#schedule(run, 0)
    }
    this.#waiting = { chord, run, callOff: this.#schedule(now, ECHO_MS) }
  }

  escaped(event: KeyInput): void {
    this.#escapedAtMs = event.timeStamp
  }

  /**
   * Whether a key is the echo of an Escape or of a command already handled. A pending command is
   * dropped for its own echo and runs before any other key.
   */
  isEcho(event: KeyInput, { chord }: Keystroke): boolean {
    const waiting = this.#waiting
    this.drop()
    if (waiting && waiting.chord !== chord) waiting.run()
    const isEscape = chord === 'Escape' && event.timeStamp - this.#escapedAtMs <= ECHO_MS
    this.#escapedAtMs = Number.NEGATIVE_INFINITY
    const carriedOut = this.#carriedOut
    this.#carriedOut = undefined
    const isLate = carriedOut?.chord === chord && event.timeStamp - carriedOut.timeStamp <= ECHO_MS
    return isEscape || isLate
  }

  drop(): void {
    this.#waiting?.callOff()
    this.#waiting = undefined
  }
}

/**
 * Keys with a modifier other than Shift, and function keys. Input methods do not compose with
 * these.
 */
export function isCommandKey({ chord }: Keystroke): boolean {
  return /(?:Control|Alt|Meta)\+|(?:^|\+)F\d+$/.test(chord)
}

/** Input methods only end a composition when the field loses focus. */
function endComposition(target: EventTarget | null): void {
  if (typeof HTMLElement !== 'function' || !(target instanceof HTMLElement)) return
  if (target.ownerDocument.activeElement !== target) return
  target.blur()
  target.focus({ preventScroll: true })
}
