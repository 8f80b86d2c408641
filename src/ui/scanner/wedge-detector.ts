import { isModifierPress, type KeyInput } from '#ui/keys/keystroke.ts'
import { isHeldByHand, KeyOverlap } from './key-overlap.ts'
import { wedgeKey, type WedgeKey } from './wedge-key.ts'
import { defaultWedgeProfile, type WedgeProfile } from './wedge-profile.ts'

/** A burst of keys that turned out to be a scan. */
export interface WedgeScan {
  readonly code: string
  readonly suffix: 'Enter' | 'Tab'
  /** Gaps between the keys in ms, the last one before the suffix: for calibration. */
  readonly gapsMs: readonly number[]
  /** Clock of the key events, at the first one. */
  readonly startMs: number
}

export interface WedgeDetectorOptions {
  readonly profile?: WedgeProfile
  readonly onScan: (scan: WedgeScan) => void
  /**
   * Asked before the first key that reaches a field in a possible burst: the answer puts the field
   * back as it was, and is called should the burst be a scan. The focus may move during a burst.
   */
  readonly snapshot?: (target: EventTarget | null) => (() => void) | undefined
  /** The keys since a moment of their clock were no typing: whoever has kept them forgets them. */
  readonly takeBack?: (sinceMs: number) => void
  /**
   * Keys came as fast as only a scanner sends them, with one among them that is no part of a code
   * (`code` as in KeyboardEvent): the device needs calibrating. Its suffix is stopped all the same.
   */
  readonly onGarbled?: (key: string) => void
  /** Two devices typed at the same time: nothing of it is a code, and all of it has been taken out. */
  readonly onMixed?: () => void
  /**
   * Whether a code proves by itself that it is one, as by its check digit. Then it is a scan though it
   * came as slowly as from a device nobody has measured, and what was typed right before it is not
   * part of it.
   */
  readonly isProven?: (code: string) => boolean
  /** Whether a code that came as fast as from a scanner is a text that a program types here. */
  readonly isTyped?: (code: string) => boolean
}

/** Puts a field back as it was before a character of the burst. */
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
  /** What two devices typed at once ended a moment ago: this is the rest of the slower one. */
  readonly isRest: boolean
  /** Place of the character behind the last gap that was a hand's. */
  afterPause: number
  target: EventTarget | null
  altCode: string
  lastMs: number
  /** CapsLock was on while a character came. */
  capsLocked: boolean
  /** A held key repeats as fast as a scanner, and only people correct themselves. */
  byHand: boolean
  /** The first key that is no part of a code; what follows it is no code of its own either. */
  foreignKey: string | undefined
}

/** CR may be followed by LF, and Chrome repeats the Enter that ended a composition. */
export const afterScanMs = 60

/**
 * Tells a keyboard-wedge scanner from a person by timing, when the suffix arrives. Characters are
 * never held back. Feed it every keydown in the capture phase; `taken` means the event has been
 * stopped: the suffix, the LF after it, and keys inside a burst that type no character.
 */
export class WedgeDetector {
  readonly #options: WedgeDetectorOptions
  #profile: WedgeProfile
  #burst: Burst | undefined
  #scannedMs = Number.NEGATIVE_INFINITY
  #mixedMs = Number.NEGATIVE_INFINITY
  /** A scanner here presses a key before it lets the last one go; then that says nothing. */
  #rollsOver = false

  constructor(options: WedgeDetectorOptions) {
    this.#options = options
    this.#profile = options.profile ?? defaultWedgeProfile
  }

  /** Reads by another profile from now on; a scan that is coming in goes on. */
  setProfile(profile: WedgeProfile): void {
    this.#profile = profile
  }

  /** The longest pause within a code, in ms. */
  get maxGapMs(): number {
    return this.#profile.maxGapMs
  }

  /** Whether fast keys are coming in that might be a scan, at a time by the clock of the keys. */
  isReceiving(nowMs: number): boolean {
    const burst = this.#burst
    return burst !== undefined && nowMs - burst.lastMs <= this.#profile.maxGapMs
  }

  readonly keydown = (event: KeyInput): 'taken' | 'pass' => {
    // Keys replayed or made by the page come all at once, yet nobody has scanned them.
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
        // Alt and a digit is a shortcut too; in the middle of a code it must not change the tab.
        return this.#isData(burst) ? stop(event) : 'pass'
      case 'control':
        return this.#control(event, burst, key.character)
      case 'suffix':
        return this.#finish(event, burst, key.suffix)
      case 'other':
        burst.foreignKey ??= event.code
        // An arrow or F8 so deep in a burst is the device's doing, and must not act on the page.
        return burst.characters.length >= this.#profile.minLength && this.#isData(burst)
          ? stop(event)
          : 'pass'
    }
  }

  /** Feed it every keyup too: it shows that two devices typed at once. */
  readonly keyup = (event: Pick<KeyInput, 'code' | 'isTrusted'>): void => {
    if (event.isTrusted) this.#burst?.overlap.release(event.code)
  }

  #echoes(event: KeyInput, key: WedgeKey): boolean {
    const sinceMs = event.timeStamp - this.#scannedMs
    return isLineEnd(key) && !this.#burst && sinceMs >= 0 && sinceMs <= afterScanMs
  }

  /** The burst this key belongs to: the running one, a new one, or none. */
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

  /** F8, ArrowDown or Ctrl+J in the middle of a burst are data; from a hand they are keys. */
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
    // Sums of gaps are off by a hair, and no hand presses a key half a millisecond before a scan.
    this.#options.takeBack?.(startMs - 0.5)
    if (this.#isMixed(burst, from, isProven)) {
      this.#mixedMs = event.timeStamp
      if (!burst.isRest) this.#options.onMixed?.()
    } else if (foreignKey !== undefined) this.#options.onGarbled?.(foreignKey)
    else this.#options.onScan({ code, suffix, gapsMs: gapsMs.slice(from), startMs })
    return 'taken'
  }

  /** A code that proves itself came from one device, however its keys overlap. */
  #isMixed({ overlap, isRest }: Burst, from: number, isProven: boolean): boolean {
    if (isRest) return true
    const isCrossed = overlap.isCrossed(from)
    this.#rollsOver ||= isCrossed && isProven
    return isCrossed && !this.#rollsOver
  }

  /** Where the code begins: behind what was typed, if only without that it is a code. */
  #startOf(burst: Burst): number {
    const { isProven } = this.#options
    const { afterPause, gapsMs } = burst
    if (afterPause === 0 || !isProven || isProven(this.#read(burst, 0))) return 0
    // Several characters without a hand's gap between them are no typing, but a code that halted.
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

/** Puts every field back as it was when the code began to reach it, the last one first. */
function restoreFrom(restores: readonly Restore[], from: number): void {
  const since = restores.filter(({ at }) => at >= from)
  const first = since.filter(
    ({ target }, index) => since.findIndex((other) => other.target === target) === index,
  )
  for (const { restore } of first.toReversed()) restore()
}

/** The code or the code in the opposite case, whichever has more capitals. */
function likelierCase(code: string): string {
  const small = code.match(/[a-z]/g)?.length ?? 0
  const capital = code.match(/[A-Z]/g)?.length ?? 0
  if (small <= capital) return code
  return code.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

/** Alt+0029 is one character, known only when the next key comes. */
function endAltCode(burst: Burst): void {
  if (burst.altCode === '') return
  burst.characters.push(String.fromCharCode(Number(burst.altCode) & 0xff))
  burst.altCode = ''
}

/** A space in a code must not press the button that has focus. */
function keepFromButtons(event: KeyInput): void {
  const isButton = typeof HTMLElement === 'function' && event.target instanceof HTMLElement
  if (isButton && event.target.closest('button, [role=button], summary')) event.preventDefault()
}

/** Enter, Tab, CR or LF. */
export function isLineEnd(key: WedgeKey): boolean {
  return key.kind === 'suffix' || (key.kind === 'control' && key.character === '\n')
}

/** Keeps a key press from everybody else. */
export function stop(event: KeyInput): 'taken' {
  event.preventDefault()
  event.stopPropagation()
  return 'taken'
}
