import type { KeyInput, Keystroke } from './keystroke.ts'
import type { Schedule } from './schedule.ts'

/** A second press within this time of one that an input method had is the same key going down. */
const ECHO_MS = 50

interface Waiting {
  readonly chord: string
  readonly callOff: () => void
  readonly run: () => void
}

/**
 * Keys pressed while an input method composes. Some input methods pass a key on once the syllable
 * stands, others do not: a command waits for the first and is carried out without it, once either
 * way. Escape takes the syllable back and nothing else, so its echo is for nobody.
 */
export class ComposedKeys {
  readonly #schedule: Schedule
  #waiting: Waiting | undefined
  #isComposing = false
  #escapedAtMs = Number.NEGATIVE_INFINITY
  /** A command that was carried out without its echo: on a busy page that may come still. */
  #carriedOut: { readonly chord: string; readonly timeStamp: number } | undefined

  constructor(schedule: Schedule) {
    this.#schedule = schedule
  }

  /** Whether a composition is under way, as far as the window was told. */
  get isComposing(): boolean {
    return this.#isComposing
  }

  watch(view: Window, options: AddEventListenerOptions): void {
    view.addEventListener('compositionstart', () => (this.#isComposing = true), options)
    view.addEventListener('compositionend', () => (this.#isComposing = false), options)
    const away = (event: Event): void => {
      // Fields that lose the focus are heard here too; behind another window nothing is composed.
      if (event.eventPhase === Event.AT_TARGET) this.#isComposing = false
    }
    view.addEventListener('blur', away, options)
  }

  /** Keeps a command back until the syllable stands; `run` is called unless the key comes again. */
  keep(event: KeyInput, { chord }: Keystroke, run: () => void): void {
    this.drop()
    const now = (): void => {
      this.#waiting = undefined
      this.#carriedOut = { chord, timeStamp: event.timeStamp }
      endComposition(event.target)
      // What was composed is taken over only after the end of the composition has run its course.
      this.#schedule(run, 0)
    }
    this.#waiting = { chord, run, callOff: this.#schedule(now, ECHO_MS) }
  }

  /** Escape went to the input method. */
  escaped(event: KeyInput): void {
    this.#escapedAtMs = event.timeStamp
  }

  /**
   * A key that no input method has. True for an Escape or a command that was one already; a command
   * that waited gives way to its own echo and goes before any other key.
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

/** Held with more than Shift, or a function key: no input method writes with these. */
export function isCommandKey({ chord }: Keystroke): boolean {
  return /(?:Control|Alt|Meta)\+|(?:^|\+)F\d+$/.test(chord)
}

/** An input method lets go of a composition only when the focus goes. */
function endComposition(target: EventTarget | null): void {
  if (typeof HTMLElement !== 'function' || !(target instanceof HTMLElement)) return
  if (target.ownerDocument.activeElement !== target) return
  target.blur()
  target.focus({ preventScroll: true })
}
