import type { CDPSession, Page } from 'playwright-core'
import { checkDigit } from '#kernel/gs1/check-digit.ts'
import { afterScanMs } from '#ui/scanner/wedge-detector.ts'
import { codeOf } from '#tests/ui/keyboard/key-event.ts'

export interface WedgeOptions {
  /** Between keys, by the clock of the key events themselves. */
  readonly gapMs: number
  readonly suffix: 'Enter' | 'Tab'
  /** Since the last key by hand, where that is not long ago anyway. */
  readonly afterHandMs?: number
  /** As Windows reports keys while Hangul mode is on: taken by the input method, text behind them. */
  readonly hangul: boolean
  /** Gaps other than `gapMs`, by the place of the key they come before; the suffix is the last. */
  readonly slowMs?: Readonly<Record<number, number>>
  /** The suffix goes to the input method, which commits what it composes behind it. */
  readonly commitsLate?: boolean
}

/** An EAN-13 of its own for every number. */
export function ean13(number: number): string {
  const digits = `880${String(number).padStart(9, '0')}`
  return `${digits}${checkDigit(digits)}`
}

/** The Shift of the protocol for characters that need it on the US layout. */
function shiftOf(character: string): 0 | 8 {
  return /[A-Z~!@#$%^&*()_+{}|:"<>?]/.test(character) ? 8 : 0
}

function keyOf(character: string) {
  return {
    key: character,
    code: codeOf(character),
    windowsVirtualKeyCode: character.toUpperCase().charCodeAt(0),
    modifiers: shiftOf(character),
  }
}

function keyOfSuffix(suffix: 'Enter' | 'Tab') {
  return { key: suffix, code: suffix, windowsVirtualKeyCode: suffix === 'Enter' ? 13 : 9 }
}

/**
 * A keyboard-wedge scanner on the browser's own input path. Keys are sent without waiting for one
 * another and carry their time, so that a busy machine does not turn a scan into slow typing.
 */
export class WedgeScanner {
  static readonly #scanners = new WeakMap<Page, WedgeScanner[]>()
  readonly #cdp: CDPSession
  #clockMs = 0

  private constructor(cdp: CDPSession) {
    this.#cdp = cdp
  }

  static async on(page: Page): Promise<WedgeScanner> {
    const scanner = new WedgeScanner(await page.context().newCDPSession(page))
    const others = WedgeScanner.#scanners.get(page) ?? []
    WedgeScanner.#scanners.set(page, [...others, scanner])
    return scanner
  }

  /** Waits until the clock of everything that was scanned into a page is over. */
  static async allCaughtUp(page: Page): Promise<void> {
    for (const scanner of WedgeScanner.#scanners.get(page) ?? []) await scanner.caughtUp()
  }

  /** Scans a code, `pauseMs` after the last one by the clock of the keys. */
  async scan(code: string, options: WedgeOptions, pauseMs = 200): Promise<void> {
    const { afterHandMs = 0 } = options
    this.#clockMs = Math.max(Date.now() + afterHandMs, this.#clockMs + pauseMs)
    const sent = Array.from(code).flatMap((character, index) => {
      if (index > 0) this.#clockMs += options.slowMs?.[index] ?? options.gapMs
      if (character === '\u001d') return this.#separator()
      return options.hangul ? this.#composed(character) : this.#typed(character)
    })
    this.#clockMs += options.slowMs?.[code.length] ?? options.gapMs
    const suffix = options.commitsLate ? this.#lateSuffix() : this.#suffix(options.suffix)
    await Promise.all([...sent, ...suffix])
  }

  /**
   * Two scanners that read at the same time, the second a little later: each lets a key go before it
   * presses the next, and the page sees both as one keyboard.
   */
  async scanBoth(one: string, other: string, laterMs: number): Promise<void> {
    this.#clockMs = Math.max(Date.now(), this.#clockMs + 500)
    const startMs = this.#clockMs
    const presses = [one, other].flatMap((code, device) =>
      [...Array.from(code), '\r'].flatMap((character, index) => {
        const atMs = startMs + device * laterMs + index * 6
        return [
          { atMs, character, isDown: true },
          { atMs: atMs + 3, character, isDown: false },
        ]
      }),
    )
    const held = new Set<string>()
    const sent = presses
      .toSorted((a, b) => a.atMs - b.atMs)
      .map(({ atMs, character, isDown }) => {
        this.#clockMs = atMs
        const key = character === '\r' ? keyOfSuffix('Enter') : keyOf(character)
        const autoRepeat = held.has(character)
        if (isDown) held.add(character)
        else held.delete(character)
        return isDown
          ? this.#key('keyDown', { ...key, text: character, autoRepeat })
          : this.#key('keyUp', key)
      })
    await Promise.all(sent)
  }

  /**
   * Waits until the clock of what was scanned is over: keys by hand are never earlier than a scan, nor
   * so soon after it that an Enter could be the second end of its line.
   */
  async caughtUp(): Promise<void> {
    while (Date.now() <= this.#clockMs + afterScanMs)
      await new Promise((resolve) => setTimeout(resolve, 10))
  }

  #key(type: 'keyDown' | 'rawKeyDown' | 'keyUp', more: object): Promise<unknown> {
    const timestamp = this.#clockMs / 1000
    return this.#cdp.send('Input.dispatchKeyEvent', { type, timestamp, ...more })
  }

  #typed(character: string): Promise<unknown>[] {
    const key = keyOf(character)
    return [this.#key('keyDown', { ...key, text: character }), this.#key('keyUp', key)]
  }

  /** GS as most scanners send it: Control and the bracket. */
  #separator(): Promise<unknown>[] {
    const key = { key: ']', code: 'BracketRight', windowsVirtualKeyCode: 221, modifiers: 2 }
    return [this.#key('rawKeyDown', key), this.#key('keyUp', key)]
  }

  /** Letters begin a composition; digits come out of the input method as text. */
  #composed(character: string): Promise<unknown>[] {
    const modifiers = shiftOf(character)
    const taken = { key: 'Process', code: codeOf(character), windowsVirtualKeyCode: 229, modifiers }
    const isLetter = /[a-z]/i.test(character)
    const composition = { text: 'ㅎ', selectionStart: 1, selectionEnd: 1 }
    return [
      this.#key('rawKeyDown', taken),
      isLetter
        ? this.#cdp.send('Input.imeSetComposition', composition)
        : this.#cdp.send('Input.insertText', { text: character }),
      this.#key('keyUp', { ...taken, key: character }),
    ]
  }

  /** Enter as Windows reports it while a syllable is being composed. */
  #lateSuffix(): Promise<unknown>[] {
    const taken = { key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 }
    return [
      this.#key('rawKeyDown', taken),
      this.#cdp.send('Input.insertText', { text: 'ㅎ' }),
      this.#key('keyUp', { ...taken, key: 'Enter' }),
    ]
  }

  #suffix(suffix: 'Enter' | 'Tab'): Promise<unknown>[] {
    const key = keyOfSuffix(suffix)
    const text = suffix === 'Enter' ? { text: '\r' } : {}
    return [this.#key('keyDown', { ...key, ...text }), this.#key('keyUp', key)]
  }
}
