import type { KeyInput } from '#ui/keys/keystroke.ts'

export interface TestKey extends KeyInput {
  readonly prevented: boolean
  readonly stopped: boolean
}

type Given = Partial<Omit<KeyInput, 'preventDefault' | 'stopPropagation' | 'getModifierState'>> & {
  readonly capsLock?: boolean
  readonly altGraph?: boolean
}

/** `key` and `code` default to a US keyboard: `keyEvent('k', { ctrlKey: true })`. */
export function keyEvent(key: string, given: Given = {}): TestKey {
  const { capsLock, altGraph, ...rest } = given
  let isPrevented = false
  let isStopped = false
  return {
    key,
    code: getCode(key),
    keyCode: 0,
    ctrlKey: false,
    altKey: false,
    shiftKey: /^[A-Z~!@#$%^&*()_+{}|:"<>?]$/.test(key),
    metaKey: false,
    isComposing: false,
    isTrusted: true,
    repeat: false,
    timeStamp: 0,
    target: null,
    ...rest,
    getModifierState: (name) =>
      (name === 'CapsLock' && capsLock === true) || (name === 'AltGraph' && altGraph === true),
    preventDefault: () => (isPrevented = true),
    stopPropagation: () => (isStopped = true),
    get prevented() {
      return isPrevented
    },
    get stopped() {
      return isStopped
    },
  }
}

const symbolCodes: Readonly<Record<string, string>> = {
  '-': 'Minus',
  _: 'Minus',
  ']': 'BracketRight',
  '[': 'BracketLeft',
  '/': 'Slash',
  '?': 'Slash',
  ':': 'Semicolon',
  ';': 'Semicolon',
  '.': 'Period',
  ',': 'Comma',
  '`': 'Backquote',
  ' ': 'Space',
}

export function getCode(key: string): string {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`
  if (/^\d$/.test(key)) return `Digit${key}`
  const digit = '!@#$%^&*()'.indexOf(key)
  if (key.length === 1 && digit >= 0) return `Digit${(digit + 1) % 10}`
  return symbolCodes[key] ?? key
}

/** A clock that advances only through `pass`. */
export function testClock(): {
  readonly schedule: (run: () => void, delayMs: number) => () => void
  readonly pass: (ms: number) => void
} {
  let nowMs = 0
  let waiting: { readonly atMs: number; readonly run: () => void }[] = []
  return {
    schedule(run, delayMs) {
      const entry = { atMs: nowMs + delayMs, run }
      waiting.push(entry)
      return () => (waiting = waiting.filter((other) => other !== entry))
    },
    pass(ms) {
      nowMs += ms
      const due = waiting.filter((entry) => entry.atMs <= nowMs)
      waiting = waiting.filter((entry) => entry.atMs > nowMs)
      for (const entry of due) entry.run()
    },
  }
}
