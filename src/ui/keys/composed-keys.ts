import { chordParts } from './chord.ts'
import { isImeKey, type KeyInput, type Keystroke } from './keystroke.ts'
import type { Schedule } from './schedule.ts'
import { isSynthesized } from './synthetic-key.ts'

/** A command waits this long for a composition to end before it ends the composition itself. */
const WAIT_MS = 50
/**
 * The same key within this time after the press, its release or the end of the composition is the
 * same press. Input methods take up to 150 ms.
 */
const ECHO_MS = 180
/**
 * A key still held down is the same press, but only for this long, because its keyup can be lost.
 */
const MAX_HOLD_MS = 1000

interface Press {
  readonly code: string
  readonly chord: string
  readonly atMs: number
  readonly isComposed: boolean
  releasedAtMs?: number
}

interface PendingPress {
  readonly press: Press
  readonly isCommand: boolean
  readonly cancel: () => void
  readonly run: () => void
}

/**
 * Decides which key presses around a composition are one press. Some input methods pass a key on
 * after the composition, immediately or later, and others do not. Every key therefore acts exactly
 * once, when the composition has ended, and its echo is dropped. Escape only cancels the syllable,
 * so only its echo is dropped.
 */
export class ComposedKeys {
  readonly #schedule: Schedule
  #waiting: PendingPress | undefined
  /** The last key press that ran a command. `isUsed` is false while the browser must still handle its
   * echo: the repeated event that an input method sends. */
  #lastActed: { readonly press: Press; isUsed: boolean } | undefined
  #isComposing = false
  #endedAtMs = Number.NEGATIVE_INFINITY

  constructor(schedule: Schedule) {
    this.#schedule = schedule
  }

  get isComposing(): boolean {
    return this.#isComposing
  }

  watch(view: Window, options: AddEventListenerOptions): void {
    view.addEventListener('compositionstart', () => this.#started(), options)
    view.addEventListener('compositionend', () => (this.#isComposing = false), options)
    // The field and React have handled the event by now, and the composed text is in its place.
    const onCompositionEnd = ({ timeStamp }: Event): void =>
      queueMicrotask(() => this.#ended(timeStamp))
    view.addEventListener('compositionend', onCompositionEnd, { ...options, capture: false })
    view.addEventListener('keyup', (event) => this.#released(event), options)
    const onBlur = (event: Event): void => {
      // Blur events of fields are captured here too. Only the window's own blur ends the
      // composition.
      if (event.eventPhase === Event.AT_TARGET) this.#isComposing = false
    }
    view.addEventListener('blur', onBlur, options)
  }

  /** Delays a command until the composition ends. Calls `run` unless the key arrives again. */
  delayUntilComposed(event: KeyInput, stroke: Keystroke, run: () => void): void {
    this.cancelPending()
    const press = this.#pressOf(event, stroke)
    const runNow = (): void => {
      this.#waiting = undefined
      this.#lastActed = { press, isUsed: true }
      endComposition(event.target)
      // The field receives the composed text only after `compositionend` has been handled.
      this.#schedule(run, 0)
    }
    this.#waiting = { press, isCommand: true, run, cancel: this.#schedule(runNow, WAIT_MS) }
  }

  /**
   * Calls `act` as soon as the composition has ended, immediately if it has. `act` returns false if
   * nothing used the key and only the browser may still act on an echo.
   */
  keepUntilEnd(event: KeyInput, stroke: Keystroke, act: () => boolean): void {
    this.cancelPending()
    const press = this.#pressOf(event, stroke)
    const run = (): void => {
      const acted = { press, isUsed: true }
      this.#lastActed = acted
      // An action that starts another composition clears the press.
      acted.isUsed = act()
    }
    if (!press.isComposed) return run()
    this.#waiting = { press, isCommand: false, run, cancel: () => {} }
  }

  /** Records a press that has already acted, to drop its echo. */
  recordActed(event: KeyInput, stroke: Keystroke): void {
    this.cancelPending()
    this.#lastActed = { press: this.#pressOf(event, stroke), isUsed: true }
  }

  hasJustEnded({ timeStamp }: KeyInput): boolean {
    return !this.#isComposing && timeStamp - this.#endedAtMs <= ECHO_MS
  }

  /**
   * Whether a key is the echo of a press that has acted; `unused` if the browser may act on it. A
   * pending press is dropped for its own echo. A pending command runs before any other key.
   */
  findEcho(event: KeyInput, { chord }: Keystroke): 'none' | 'used' | 'unused' {
    const waiting = this.#waiting
    this.cancelPending()
    if (waiting?.isCommand && waiting.press.chord !== chord) waiting.run()
    if (isSynthesized(event)) return 'none'
    const acted = this.#lastActed
    this.#lastActed = undefined
    if (acted?.press.chord !== chord || !this.#isSamePress(event, acted.press)) return 'none'
    return acted.isUsed ? 'used' : 'unused'
  }

  /** Whether a key has acted already, although it arrives as a part of the composition. */
  hasActed(event: KeyInput, { chord }: Keystroke): boolean {
    const press = this.#lastActed?.press
    return press?.chord === chord && this.#isSamePress(event, press)
  }

  cancelPending(): void {
    this.#waiting?.cancel()
    this.#waiting = undefined
  }

  #pressOf({ code, timeStamp, isComposing }: KeyInput, { chord }: Keystroke): Press {
    return { code, chord, atMs: timeStamp, isComposed: isComposing || this.#isComposing }
  }

  #isSamePress(event: KeyInput, { atMs, releasedAtMs, isComposed }: Press): boolean {
    // Some machines report the code of input methods for every key.
    if (!isComposed && isImeKey(event)) return false
    const { timeStamp } = event
    const isDown = releasedAtMs === undefined && this.#endedAtMs >= atMs
    if (isDown) return timeStamp - atMs <= MAX_HOLD_MS
    return timeStamp - Math.max(atMs, this.#endedAtMs, releasedAtMs ?? atMs) <= ECHO_MS
  }

  #started(): void {
    this.#isComposing = true
    // An echo arrives before anything that is typed after its press.
    this.#lastActed = undefined
  }

  #ended(timeStamp: number): void {
    this.#endedAtMs = timeStamp
    const waiting = this.#waiting
    if (!waiting || waiting.isCommand) return
    this.#waiting = undefined
    // If the composition continued, the input method used the key, for example in its own list.
    if (timeStamp - waiting.press.atMs <= MAX_HOLD_MS) waiting.run()
  }

  #released({ code, timeStamp }: KeyboardEvent): void {
    for (const press of [this.#waiting?.press, this.#lastActed?.press]) {
      if (press?.code === code) press.releasedAtMs ??= timeStamp
    }
  }
}

/**
 * Keys with a modifier other than Shift, and function keys. Input methods do not compose with
 * these.
 */
export function isCommandKey({ chord }: Keystroke): boolean {
  return /(?:Control|Alt|Meta)\+|(?:^|\+)F\d+$/.test(chord)
}

/** Keys that do something other than edit the composed text. */
export function endsComposition({ chord }: Keystroke): boolean {
  return /^(?:(?:Numpad)?Enter|Tab|Arrow\w+|Page(?:Up|Down)|F\d+)$/.test(chordParts(chord).key)
}

/** Input methods only end a composition when the field loses focus. */
function endComposition(target: EventTarget | null): void {
  if (typeof HTMLElement !== 'function' || !(target instanceof HTMLElement)) return
  if (target.ownerDocument.activeElement !== target) return
  target.blur()
  target.focus({ preventScroll: true })
}
