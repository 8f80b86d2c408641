import {
  canonicalChord,
  characterOfCode,
  isBareChord,
  namedKey,
  shiftedCharacter,
} from './chord.ts'

/** What is read of a KeyboardEvent. Tests and replays hand in plain objects. */
export type KeyInput = Pick<
  KeyboardEvent,
  | 'key'
  | 'code'
  | 'keyCode'
  | 'ctrlKey'
  | 'altKey'
  | 'shiftKey'
  | 'metaKey'
  | 'isComposing'
  | 'isTrusted'
  | 'repeat'
  | 'timeStamp'
  | 'target'
  | 'getModifierState'
  | 'preventDefault'
  | 'stopPropagation'
>

/** A key press in canonical spelling. */
export interface Keystroke {
  readonly chord: string
  /** Second spellings in order of preference: `1` for `Numpad1`, `Enter` for `NumpadEnter`. */
  readonly alternates: readonly string[]
  /** Types a character where text is entered. */
  readonly bare: boolean
  /** The character a text field would get on the US layout; absent for other keys. */
  readonly text?: string
}

/** What kind of typing place a key press goes to. A `sink` is a grid's invisible input. */
export type TextEntry = 'none' | 'sink' | 'text'

const modifierKeys = new Set(
  'Shift Control Alt Meta AltGraph CapsLock NumLock ScrollLock Fn FnLock Hyper Super OS'.split(' '),
)
const buttonTypes = new Set(
  'button checkbox color file image radio range reset submit hidden'.split(' '),
)

/** A press of Shift, CapsLock and the like alone. */
export function isModifierPress(event: Pick<KeyInput, 'key'>): boolean {
  return modifierKeys.has(event.key)
}

/** The input method has taken this key; only `code` still tells which one it was. */
export function isImeKey(event: Pick<KeyInput, 'key' | 'keyCode'>): boolean {
  return event.keyCode === 229 || event.key === 'Process'
}

/**
 * Spells a key press canonically. Letters go by a Latin `key`, else by `code`, so that Hangul mode
 * changes nothing; digits go by `code` when Shift changes them. Undefined for a modifier alone and
 * for keys nobody can name.
 */
export function keystroke(event: KeyInput): Keystroke | undefined {
  if (isModifierPress(event)) return undefined
  const name = keyName(event)
  if (name === undefined) return undefined
  // AltGr arrives as Control+Alt on Windows, yet it only types a character.
  const types = name.length === 1 && event.getModifierState('AltGraph')
  const modifiers = {
    control: event.ctrlKey && !types,
    alt: event.altKey && !types,
    shift: event.shiftKey,
    meta: event.metaKey,
  }
  const plain = canonicalChord(modifiers, name)
  const numpad = namedKey(event.code)
  // Alt with the numeric pad types a character by its number on Windows; it is never Alt+1.
  const isNumpad = event.code.startsWith('Numpad') && numpad !== undefined && name !== numpad
  const chord = isNumpad ? canonicalChord(modifiers, numpad) : plain
  const text = textOf(event, name, modifiers)
  return {
    chord,
    alternates: isNumpad && !event.altKey ? [plain] : [],
    bare: isBareChord(plain),
    ...(text === undefined ? {} : { text }),
  }
}

function textOf(
  event: KeyInput,
  name: string,
  held: { control: boolean; alt: boolean; meta: boolean },
): string | undefined {
  if (held.control || held.alt || held.meta) return undefined
  if (name === 'Space') return ' '
  if (name.length !== 1) return undefined
  if (event.key.length === 1) return event.key
  return event.shiftKey ? shiftedCharacter(name) : name
}

function keyName(event: KeyInput): string | undefined {
  const { key, code } = event
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  if (digit !== undefined && !/^\d$/.test(key)) return digit
  if (key === ' ') return 'Space'
  if (/^[!-~]$/.test(key)) return key
  const named = namedKey(key)
  if (named !== undefined) return named
  return characterOfCode(code) ?? namedKey(code)
}

/**
 * Whether the event belongs to the input method and must not be dispatched. Some Windows machines
 * report key code 229 for every key with no input method at all, so 229 alone counts only for
 * unmodified keys in a place that takes text.
 */
export function belongsToIme(event: KeyInput, entry: TextEntry, composing: boolean): boolean {
  if (event.isComposing || composing) return true
  if (!isImeKey(event) || entry === 'none') return false
  const passes = event.ctrlKey || event.altKey || event.metaKey || /^F\d+$/.test(event.code)
  return !passes
}

/** What the element does with typed characters. `data-key-sink` marks a grid's input sink. */
export function textEntryOf(target: EventTarget | null): TextEntry {
  if (typeof HTMLElement !== 'function' || !(target instanceof HTMLElement)) return 'none'
  if (target instanceof HTMLSelectElement) return 'text'
  if (target.isContentEditable) return 'text'
  const isInput = target instanceof HTMLInputElement
  if (!isInput && !(target instanceof HTMLTextAreaElement)) return 'none'
  if (target.readOnly || target.disabled) return 'none'
  if (isInput && buttonTypes.has(target.type)) return 'none'
  return target.dataset['keySink'] === undefined ? 'text' : 'sink'
}
