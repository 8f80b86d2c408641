import { isModifierPress, type KeyInput } from '#ui/keys/keystroke.ts'
import { isHeldByHand, KeyOverlap } from './key-overlap.ts'
import { wedgeKey, type WedgeKey } from './wedge-key.ts'
import { defaultWedgeProfile, type WedgeProfile } from './wedge-profile.ts'

export interface WedgeScan {
  readonly code: string
  readonly suffix: 'Enter' | 'Tab'
  /** Gaps between the keys in ms, including the one before the suffix. */
  readonly gapsMs: readonly number[]
  /** Event time of the first key. */
  readonly startMs: number
}

export interface WedgeDetectorOptions {
  readonly profile?: WedgeProfile
  readonly onScan: (scan: WedgeScan) => void
  /**
   * Called before the first key that reaches a field in a possible burst. Returns a function that
   * restores the field, called if the burst was a scan. The focus may move during a burst.
   */
  readonly snapshot?: (target: EventTarget | null) => (() => void) | undefined
  /** Called with the event time since which keys were a scan, to discard queued ones. */
  readonly takeBack?: (sinceMs: number) => void
  /**
   * A burst as fast as a scanner's contained a key that is not part of a code (a
   * `KeyboardEvent.code`): the device needs calibration. Its suffix is stopped anyway.
   */
  readonly onGarbled?: (key: string) => void
  /** Two devices typed simultaneously: the text was removed and no code is reported. */
  readonly onMixed?: () => void
  /**
   * Whether a code proves itself, for example by a check digit. Then it is a scan even at the speed
   * of an uncalibrated device, and text typed just before it is not part of it.
   */
  readonly isProven?: (code: string) => boolean
  /** Whether a fast code is text typed by a program. */
  readonly isTyped?: (code: string) => boolean
}

/** Restores a field to its state before a character of the burst. */
interface Restore {
  readonly at: number
  readonly target: EventTarget | null
  readonly restore: () => void
}

interface Burst {
  readonly characters: string[]
  readonly gapsMs: number[]
  readonly restores: Restore[]
  readonly overlap: KeyOverlap
  /** Remainder of a mixed burst of two devices. */
  readonly isRest: boolean
  /** Index of the character after the last pause of a hand. */
  afterPause: number
  target: EventTarget | null
  altCode: string
  lastMs: number
  capsLocked: boolean
  /** Keys held down repeat as fast as a scanner, and only people use Backspace. */
  byHand: boolean
  /** The first key that is not part of a code. */
  foreignKey: string | undefined
}

/** LF may follow CR, and Chrome repeats the Enter that ended a composition. */
export const afterScanMs = 60

/**
 * Distinguishes a keyboard-wedge scanner from a person by timing when the suffix arrives.
 * Characters are never delayed. Call `keydown` for every event in the capture phase; `taken` means
 * the event was stopped: the suffix, the LF after it, and keys in a burst that type no character.
 */
export class WedgeDetector {
  readonly #options: WedgeDetectorOptions
  #profile: WedgeProfile
  #burst: Burst | undefined
  #scannedMs = Number.NEGATIVE_INFINITY
  #mixedMs = Number.NEGATIVE_INFINITY
  /** A scanner here overlaps its own keys, so overlap is no evidence. */
  #rollsOver = false

  constructor(options: WedgeDetectorOptions) {
    this.#options = options
    this.#profile = options.profile ?? defaultWedgeProfile
  }

  /** Changes the profile; a burst in progress continues. */
  setProfile(profile: WedgeProfile): void {
    this.#profile = profile
  }

  /** The longest pause within a code, in ms. */
  get maxGapMs(): number {
    return this.#profile.maxGapMs
  }

  /** Whether a possible scan is arriving at an event time. */
  isReceiving(nowMs: number): boolean {
    const burst = this.#burst
    return burst !== undefined && nowMs - burst.lastMs <= this.#profile.maxGapMs
  }

  readonly keydown = (event: KeyInput): 'taken' | 'pass' => {
    // Synthesized keys are fast, but not scanned.
    if (!event.isTrusted) return 'pass'
    const gsIsModifier = this.#profile.gsKeys.some((key) => key === event.code)
    if (isModifierPress(event) && !gsIsModifier) return 'pass'
    const key = wedgeKey(event, this.#profile)
    if (this.#echoes(event, key)) return stop(event)
    const burst = this.#continue(event, key)
    if (!burst) return 'pass'
    const gapMs = burst.gapsMs.at(-1) ?? Infinity
    burst.byHand ||= isHeldByHand(event.repeat, gapMs) || event.code === 'Backspace'
    if (key.kind !== 'alt-digit') endAltCode(burst)
    switch (key.kind) {
      case 'character':
        burst.overlap.press(event.code, burst.characters.length)
        burst.characters.push(key.character)
        burst.capsLocked ||= event.getModifierState('CapsLock')
        if (key.character === ' ' && burst.characters.length > 1) keepFromButtons(event)
        return 'pass'
      case 'alt-digit':
        burst.altCode += key.digit
        // Alt and a digit is a shortcut, but must not switch tabs in the middle of a code.
        return this.#isData(burst) ? stop(event) : 'pass'
      case 'control':
        return this.#control(event, burst, key.character)
      case 'suffix':
        return this.#finish(event, burst, key.suffix)
      case 'other':
        burst.foreignKey ??= event.code
        // An arrow or F8 deep in a burst is sent by the device and must not act on the page.
        return burst.characters.length >= this.#profile.minLength && this.#isData(burst)
          ? stop(event)
          : 'pass'
    }
  }

  /** Call for every keyup: overlapping keys reveal two devices. */
  readonly keyup = (event: Pick<KeyInput, 'code' | 'isTrusted'>): void => {
    if (event.isTrusted) this.#burst?.overlap.release(event.code)
  }

  #echoes(event: KeyInput, key: WedgeKey): boolean {
    const sinceMs = event.timeStamp - this.#scannedMs
    return isLineEnd(key) && !this.#burst && sinceMs >= 0 && sinceMs <= afterScanMs
  }

  /** The burst of this key: the current one, a new one, or none. */
  #continue(event: KeyInput, key: WedgeKey): Burst | undefined {
    const running = this.#burst
    if (running) {
      const gap = event.timeStamp - running.lastMs
      if (gap <= this.#profile.maxGapMs) {
        running.gapsMs.push(gap)
        running.lastMs = event.timeStamp
        const isPause = gap > this.#profile.medianGapMs
        if (isPause) running.afterPause = running.characters.length
        this.#remember(running, event.target, isPause)
        return running
      }
    }
    const begins = key.kind === 'character' || key.kind === 'alt-digit'
    this.#burst = begins
      ? {
          characters: [],
          gapsMs: [],
          restores: [],
          overlap: new KeyOverlap(),
          isRest: event.timeStamp - this.#mixedMs <= this.#profile.maxGapMs,
          afterPause: 0,
          target: null,
          altCode: '',
          lastMs: event.timeStamp,
          capsLocked: false,
          byHand: false,
          foreignKey: undefined,
        }
      : undefined
    if (this.#burst) this.#remember(this.#burst, event.target)
    return this.#burst
  }

  #remember(burst: Burst, target: EventTarget | null, anew = false): void {
    if (target === burst.target && !anew) return
    burst.target = target
    const restore = this.#options.snapshot?.(target)
    if (restore) burst.restores.push({ at: burst.characters.length, target, restore })
  }

  /** F8, ArrowDown or Ctrl+J in a burst are data; from a hand they are keys. */
  #control(event: KeyInput, burst: Burst, character: string): 'taken' | 'pass' {
    if (!this.#isData(burst)) {
      burst.foreignKey ??= event.code
      return 'pass'
    }
    burst.characters.push(character)
    return stop(event)
  }

  #isData(burst: Burst): boolean {
    return burst.characters.length >= 2 && !burst.byHand && this.#isFast(burst)
  }

  #finish(event: KeyInput, burst: Burst, suffix: 'Enter' | 'Tab'): 'taken' | 'pass' {
    this.#burst = undefined
    const { minLength, suffixes } = this.#profile
    const from = this.#startOf(burst)
    const code = this.#read(burst, from)
    const isProven = this.#options.isProven?.(code) === true
    const isScan = this.#isFast(burst) || isProven
    const isCode = code.length >= minLength && suffixes.includes(suffix) && isScan && !burst.byHand
    const isTyped = isCode && !isProven && this.#options.isTyped?.(code) === true
    if ((!isCode || isTyped) && !burst.isRest) return 'pass'
    this.#scannedMs = event.timeStamp
    stop(event)
    restoreFrom(burst.restores, from)
    const { foreignKey, gapsMs } = burst
    const startMs = gapsMs.slice(from).reduce((at, gap) => at - gap, event.timeStamp)
    // Sums of gaps are slightly inexact, and nobody presses a key half a millisecond before a scan.
    this.#options.takeBack?.(startMs - 0.5)
    if (this.#isMixed(burst, from, isProven)) {
      this.#mixedMs = event.timeStamp
      if (!burst.isRest) this.#options.onMixed?.()
    } else if (foreignKey !== undefined) this.#options.onGarbled?.(foreignKey)
    else this.#options.onScan({ code, suffix, gapsMs: gapsMs.slice(from), startMs })
    return 'taken'
  }

  /** A code that proves itself came from one device, even if its keys overlap. */
  #isMixed({ overlap, isRest }: Burst, from: number, isProven: boolean): boolean {
    if (isRest) return true
    const isCrossed = overlap.isCrossed(from)
    this.#rollsOver ||= isCrossed && isProven
    return isCrossed && !this.#rollsOver
  }

  /** Start of the code: after typed text, if it proves itself only without that. */
  #startOf(burst: Burst): number {
    const { isProven } = this.#options
    const { afterPause, gapsMs } = burst
    if (afterPause === 0 || !isProven || isProven(this.#read(burst, 0))) return 0
    // Several fast characters before the pause belong to a code that stalled.
    const before = gapsMs.slice(0, afterPause - 1)
    const { medianGapMs } = this.#profile
    if (before.length > 0 && before.every((gap) => gap <= medianGapMs)) return 0
    return isProven(this.#read(burst, afterPause)) ? afterPause : 0
  }

  #read({ characters, capsLocked }: Burst, from: number): string {
    const read = characters.slice(from).join('')
    return this.#profile.capsLock === 'either' && capsLocked ? likelierCase(read) : read
  }

  #isFast({ gapsMs }: Burst): boolean {
    const sorted = gapsMs.toSorted((a, b) => a - b)
    return (sorted[Math.floor(sorted.length / 2)] ?? Infinity) < this.#profile.medianGapMs
  }
}

/** Restores every field to its state before the code, last field first. */
function restoreFrom(restores: readonly Restore[], from: number): void {
  const since = restores.filter(({ at }) => at >= from)
  const first = since.filter(
    ({ target }, index) => since.findIndex((other) => other.target === target) === index,
  )
  for (const { restore } of first.toReversed()) restore()
}

/** The code in its own or the opposite case, whichever has more capitals. */
function likelierCase(code: string): string {
  const small = code.match(/[a-z]/g)?.length ?? 0
  const capital = code.match(/[A-Z]/g)?.length ?? 0
  if (small <= capital) return code
  return code.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

/** Alt+0029 is one character, complete only at the next key. */
function endAltCode(burst: Burst): void {
  if (burst.altCode === '') return
  burst.characters.push(String.fromCharCode(Number(burst.altCode) & 0xff))
  burst.altCode = ''
}

/** A space in a code must not press the focused button. */
function keepFromButtons(event: KeyInput): void {
  const isButton = typeof HTMLElement === 'function' && event.target instanceof HTMLElement
  if (isButton && event.target.closest('button, [role=button], summary')) event.preventDefault()
}

/** Enter, Tab, CR or LF. */
export function isLineEnd(key: WedgeKey): boolean {
  return key.kind === 'suffix' || (key.kind === 'control' && key.character === '\n')
}

/** Stops a key press for all other listeners. */
export function stop(event: KeyInput): 'taken' {
  event.preventDefault()
  event.stopPropagation()
  return 'taken'
}
