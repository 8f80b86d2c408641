import type { CDPSession, Page } from 'playwright-core'
import { checkDigit } from '#kernel/gs1/check-digit.ts'
import { afterScanMs } from '#ui/scanner/wedge-detector.ts'
import { getCode } from '#tests/ui/keyboard/key-event.ts'

export interface WedgeOptions {
  /** Gap between keys, in event timestamps. */
  readonly gapMs: number
  readonly suffix: 'Enter' | 'Tab'
  /** Minimum gap after the last key typed by hand. */
  readonly afterHandMs?: number
  /** Simulates Windows in Hangul mode: the input method takes the key, then sends the text. */
  readonly hangul: boolean
  /**
   * Gaps that differ from `gapMs`, by the index of the following key. The suffix has the last
   * index.
   */
  readonly slowMs?: Readonly<Record<number, number>>
  /** The suffix is taken by the input method, which then commits its composition. */
  readonly commitsLate?: boolean
}

export function ean13(number: number): string {
  const digits = `880${String(number).padStart(9, '0')}`
  return `${digits}${checkDigit(digits)}`
}

function getShift(character: string): 0 | 8 {
  return /[A-Z~!@#$%^&*()_+{}|:"<>?]/.test(character) ? 8 : 0
}

function getKey(character: string) {
  return {
    key: character,
    code: getCode(character),
    windowsVirtualKeyCode: character.toUpperCase().charCodeAt(0),
    modifiers: getShift(character),
  }
}

function keyOfSuffix(suffix: 'Enter' | 'Tab') {
  return { key: suffix, code: suffix, windowsVirtualKeyCode: suffix === 'Enter' ? 13 : 9 }
}

/**
 * A keyboard-wedge scanner that uses the browser's input path. Keys are sent in parallel with
 * explicit timestamps. A busy machine therefore cannot slow a scan down.
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

  static async waitUntilAllIdle(page: Page): Promise<void> {
    for (const scanner of WedgeScanner.#scanners.get(page) ?? []) await scanner.waitUntilIdle()
  }

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
   * Scans with two scanners concurrently, the second slightly later. Each releases a key before
   * pressing the next. The page sees both as one keyboard.
   */
  async scanBoth(first: string, second: string, laterMs: number): Promise<void> {
    this.#clockMs = Math.max(Date.now(), this.#clockMs + 500)
    const startMs = this.#clockMs
    const presses = [first, second].flatMap((code, device) =>
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
        const key = character === '\r' ? keyOfSuffix('Enter') : getKey(character)
        const isRepeated = held.has(character)
        if (isDown) held.add(character)
        else held.delete(character)
        return isDown
          ? this.#key('keyDown', { ...key, text: character, autoRepeat: isRepeated })
          : this.#key('keyUp', key)
      })
    await Promise.all(sent)
  }

  /**
   * Waits until the timestamps of all scans are in the past. Keys typed by hand must be later than
   * a scan, and late enough that an Enter is not taken for its second suffix.
   */
  async waitUntilIdle(): Promise<void> {
    while (Date.now() <= this.#clockMs + afterScanMs)
      await new Promise((resolve) => setTimeout(resolve, 10))
  }

  #key(type: 'keyDown' | 'rawKeyDown' | 'keyUp', extra: object): Promise<unknown> {
    const timestamp = this.#clockMs / 1000
    return this.#cdp.send('Input.dispatchKeyEvent', { type, timestamp, ...extra })
  }

  #typed(character: string): Promise<unknown>[] {
    const key = getKey(character)
    return [this.#key('keyDown', { ...key, text: character }), this.#key('keyUp', key)]
  }

  /** GS as most scanners send it: Control+]. */
  #separator(): Promise<unknown>[] {
    const key = { key: ']', code: 'BracketRight', windowsVirtualKeyCode: 221, modifiers: 2 }
    return [this.#key('rawKeyDown', key), this.#key('keyUp', key)]
  }

  /** Letters start a composition. Digits are sent by the input method as text. */
  #composed(character: string): Promise<unknown>[] {
    const modifiers = getShift(character)
    const taken = {
      key: 'Process',
      code: getCode(character),
      windowsVirtualKeyCode: 229,
      modifiers,
    }
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

  /** Enter as Windows reports it during a composition. */
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
