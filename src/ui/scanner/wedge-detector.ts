import { isModifierPress, type KeyInput } from '#ui/keys/keystroke.ts'
import { isHeldByHand, KeyOverlapDetector } from './key-overlap.ts'
import { wedgeKey, type WedgeKey } from './wedge-key.ts'
import { defaultWedgeProfile, type WedgeProfile } from './wedge-profile.ts'

export interface WedgeScan {
  readonly code: string
  readonly suffix: 'Enter' | 'Tab'
  /** Gaps between the keys in ms, including the one before the suffix. */
  readonly gapsMs: readonly number[]
  readonly startMs: number
}

export interface WedgeDetectorOptions {
  readonly profile?: WedgeProfile
  readonly onScan: (scan: WedgeScan) => void
  /**
   * Called before the first key that reaches a field in a possible burst. Returns a function that
   * restores the field, called if the burst was a scan. The focus can move during a burst.
   */
  readonly snapshot?: (target: EventTarget | null) => (() => void) | undefined
  /** Discards queued keys since this event time, because they belong to a scan. */
  readonly takeBack?: (sinceMs: number) => void
  /**
   * Called if a burst at scanner speed contained a key that is not part of a code (a
   * `KeyboardEvent.code`). The device needs calibration. The suffix of the burst is stopped anyway.
   */
  readonly onGarbled?: (key: string) => void
  /** Called if two devices typed simultaneously. The text is removed and no code is reported. */
  readonly onMixed?: () => void
  /**
   * Whether a code proves itself, for example by a check digit. It is then a scan even at the speed
   * of an uncalibrated device, and does not include text typed just before it.
   */
  readonly isProven?: (code: string) => boolean
  /** Whether a fast code was typed by a program, such as a password manager. */
  readonly isTyped?: (code: string) => boolean
}

interface FieldRestore {
  readonly at: number
  readonly target: EventTarget | null
  readonly restore: () => void
}

interface Burst {
  readonly characters: string[]
  readonly gapsMs: number[]
  readonly restores: FieldRestore[]
  readonly overlap: KeyOverlapDetector
  readonly isRest: boolean
  /** Index of the character after the last pause too long for a scanner. */
  afterPause: number
  target: EventTarget | null
  altCode: string
  lastMs: number
  capsLocked: boolean
  /** A held key repeats as fast as a scanner, and no scanner sends Backspace. */
  byHand: boolean
  foreignKey: string | undefined
}

/** LF can follow CR, and Chrome repeats the Enter that ended a composition. */
export const afterScanMs = 60

/**
 * Distinguishes a keyboard-wedge scanner from a person by timing when the suffix arrives.
 * Characters are never delayed. Call `keydown` for every event in the capture phase. It returns
 * `taken` if it stopped the event: the suffix, the LF after it, and keys in a burst that type no
 * character.
 */
export class WedgeDetector {
  readonly #options: WedgeDetectorOptions
  #profile: WedgeProfile
  #burst: Burst | undefined
  #scannedMs = Number.NEGATIVE_INFINITY
  #mixedMs = Number.NEGATIVE_INFINITY
  /** A connected scanner overlaps its own keys, so overlap does not indicate two devices. */
  #overlapsOwnKeys = false

  constructor(options: WedgeDetectorOptions) {
    this.#options = options
    this.#profile = options.profile ?? defaultWedgeProfile
  }

  setProfile(profile: WedgeProfile): void {
    this.#profile = profile
  }

  get maxGapMs(): number {
    return this.#profile.maxGapMs
  }

  isReceiving(nowMs: number): boolean {
    const burst = this.#burst
    return burst !== undefined && nowMs - burst.lastMs <= this.#profile.maxGapMs
  }

  readonly keydown = (event: KeyInput): 'taken' | 'pass' => {
    // Synthesized keys are fast, but not scanned.
    if (!event.isTrusted) return 'pass'
    const isGsModifier = this.#profile.gsKeys.some((key) => key === event.code)
    if (isModifierPress(event) && !isGsModifier) return 'pass'
    const key = wedgeKey(event, this.#profile)
    if (this.#isEcho(event, key)) return stopEvent(event)
    const burst = this.#continueBurst(event, key)
    if (!burst) return 'pass'
    const gapMs = burst.gapsMs.at(-1) ?? Infinity
    burst.byHand ||= isHeldByHand(event.repeat, gapMs) || event.code === 'Backspace'
    if (key.kind !== 'alt-digit') endAltCode(burst)
    switch (key.kind) {
      case 'character':
        burst.overlap.press(event.code, burst.characters.length)
        burst.characters.push(key.character)
        burst.capsLocked ||= event.getModifierState('CapsLock')
        if (key.character === ' ' && burst.characters.length > 1) preventButtonPress(event)
        return 'pass'
      case 'alt-digit':
        burst.altCode += key.digit
        // Alt and a digit is a shortcut, but must not switch tabs within a code.
        return this.#isData(burst) ? stopEvent(event) : 'pass'
      case 'control':
        return this.#handleControlKey(event, burst, key.character)
      case 'suffix':
        return this.#finish(event, burst, key.suffix)
      case 'other':
        burst.foreignKey ??= event.code
        // An arrow or F8 late in a burst is sent by the device and must not act on the page.
        return burst.characters.length >= this.#profile.minLength && this.#isData(burst)
          ? stopEvent(event)
          : 'pass'
    }
  }

  /** Must be called for every keyup, because overlapping keys reveal two devices. */
  readonly keyup = (event: Pick<KeyInput, 'code' | 'isTrusted'>): void => {
    if (event.isTrusted) this.#burst?.overlap.release(event.code)
  }

  #isEcho(event: KeyInput, key: WedgeKey): boolean {
    const sinceMs = event.timeStamp - this.#scannedMs
    return isLineEnd(key) && !this.#burst && sinceMs >= 0 && sinceMs <= afterScanMs
  }

  #continueBurst(event: KeyInput, key: WedgeKey): Burst | undefined {
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
    const canStartCode = key.kind === 'character' || key.kind === 'alt-digit'
    this.#burst = canStartCode
      ? {
          characters: [],
          gapsMs: [],
          restores: [],
          overlap: new KeyOverlapDetector(),
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

  #remember(burst: Burst, target: EventTarget | null, isNew = false): void {
    if (target === burst.target && !isNew) return
    burst.target = target
    const restore = this.#options.snapshot?.(target)
    if (restore) burst.restores.push({ at: burst.characters.length, target, restore })
  }

  /** F8, ArrowDown or Ctrl+J are data in a burst, otherwise regular keys. */
  #handleControlKey(event: KeyInput, burst: Burst, character: string): 'taken' | 'pass' {
    if (!this.#isData(burst)) {
      burst.foreignKey ??= event.code
      return 'pass'
    }
    burst.characters.push(character)
    return stopEvent(event)
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
    stopEvent(event)
    restoreFrom(burst.restores, from)
    const { foreignKey, gapsMs } = burst
    const startMs = gapsMs.slice(from).reduce((at, gap) => at - gap, event.timeStamp)
    // Sums of gaps are slightly inexact, and no user presses a key half a millisecond before a
    // scan.
    this.#options.takeBack?.(startMs - 0.5)
    if (this.#isMixed(burst, from, isProven)) {
      this.#mixedMs = event.timeStamp
      if (!burst.isRest) this.#options.onMixed?.()
    } else if (foreignKey !== undefined) this.#options.onGarbled?.(foreignKey)
    else this.#options.onScan({ code, suffix, gapsMs: gapsMs.slice(from), startMs })
    return 'taken'
  }

  /** A code that proves itself is from one device, even if its keys overlap. */
  #isMixed({ overlap, isRest }: Burst, from: number, isProven: boolean): boolean {
    if (isRest) return true
    const isCrossed = overlap.isCrossed(from)
    this.#overlapsOwnKeys ||= isCrossed && isProven
    return isCrossed && !this.#overlapsOwnKeys
  }

  /** Start of the code. Skips typed text before it if only the remainder is a valid code. */
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
    return this.#profile.capsLock === 'either' && capsLocked ? correctCase(read) : read
  }

  #isFast({ gapsMs }: Burst): boolean {
    const sorted = gapsMs.toSorted((a, b) => a - b)
    return (sorted[Math.floor(sorted.length / 2)] ?? Infinity) < this.#profile.medianGapMs
  }
}

function restoreFrom(restores: readonly FieldRestore[], from: number): void {
  const since = restores.filter(({ at }) => at >= from)
  const first = since.filter(
    ({ target }, index) => since.findIndex((other) => other.target === target) === index,
  )
  for (const { restore } of first.toReversed()) restore()
}

/** Swaps the case of a code if that gives more capitals. */
function correctCase(code: string): string {
  const small = code.match(/[a-z]/g)?.length ?? 0
  const capital = code.match(/[A-Z]/g)?.length ?? 0
  if (small <= capital) return code
  return code.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

/** An Alt code such as Alt+0029 is one character, complete only at the next key. */
function endAltCode(burst: Burst): void {
  if (burst.altCode === '') return
  burst.characters.push(String.fromCharCode(Number(burst.altCode) & 0xff))
  burst.altCode = ''
}

/** A space in a code must not press the focused button. */
function preventButtonPress(event: KeyInput): void {
  const isButton = typeof HTMLElement === 'function' && event.target instanceof HTMLElement
  if (isButton && event.target.closest('button, [role=button], summary')) event.preventDefault()
}

export function isLineEnd(key: WedgeKey): boolean {
  return key.kind === 'suffix' || (key.kind === 'control' && key.character === '\n')
}

export function stopEvent(event: KeyInput): 'taken' {
  event.preventDefault()
  event.stopPropagation()
  return 'taken'
}
