import {
  canonicalChord,
  characterOfCode,
  isBareChord,
  namedKey,
  shiftedCharacter,
} from './chord.ts'

/** The subset of KeyboardEvent in use. Tests and replays pass plain objects. */
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

export interface Keystroke {
  readonly chord: string
  /** Further spellings in order of preference: `1` for `Numpad1`, `Enter` for `NumpadEnter`. */
  readonly alternates: readonly string[]
  readonly bare: boolean
  /** The character typed on the US layout; absent for other keys. */
  readonly text?: string
}

/** Type of the key's target. A `sink` is a grid's hidden input. */
export type TextEntry = 'none' | 'sink' | 'text'

const modifierKeys = new Set(
  'Shift Control Alt Meta AltGraph CapsLock NumLock ScrollLock Fn FnLock Hyper Super OS'.split(' '),
)
const buttonTypes = new Set(
  'button checkbox color file image radio range reset submit hidden'.split(' '),
)

export function isModifierPress(event: Pick<KeyInput, 'key'>): boolean {
  return modifierKeys.has(event.key)
}

/** The input method has consumed this key; only `code` still identifies it. */
export function isImeKey(event: Pick<KeyInput, 'key' | 'keyCode'>): boolean {
  return event.keyCode === 229 || event.key === 'Process'
}

/**
 * Returns the canonical spelling of a key press. Letters use `key` if it is Latin, otherwise
 * `code`, which makes Hangul mode irrelevant. Digits use `code` if Shift changes them. Undefined
 * for modifiers and unknown keys.
 */
export function keystroke(event: KeyInput): Keystroke | undefined {
  if (isModifierPress(event)) return undefined
  const name = keyName(event)
  if (name === undefined) return undefined
  // On Windows, AltGr is reported as Control+Alt, but only types a character.
  const isPrintable = name.length === 1 && event.getModifierState('AltGraph')
  const modifiers = {
    control: event.ctrlKey && !isPrintable,
    alt: event.altKey && !isPrintable,
    shift: event.shiftKey,
    meta: event.metaKey,
  }
  const plain = canonicalChord(modifiers, name)
  const numpad = namedKey(event.code)
  // On Windows, Alt with the numeric pad types a character by its code; it is never Alt+1.
  const isNumpad = event.code.startsWith('Numpad') && numpad !== undefined && name !== numpad
  const chord = isNumpad ? canonicalChord(modifiers, numpad) : plain
  const text = insertedText(event, name, modifiers)
  return {
    chord,
    alternates: isNumpad && !event.altKey ? [plain] : [],
    bare: isBareChord(plain),
    ...(text === undefined ? {} : { text }),
  }
}

function insertedText(
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
 * report key code 229 without any input method, so 229 counts only for unmodified keys in text
 * fields.
 */
export function belongsToIme(event: KeyInput, entry: TextEntry, isComposing: boolean): boolean {
  if (event.isComposing || isComposing) return true
  if (!isImeKey(event) || entry === 'none') return false
  const passesThrough = event.ctrlKey || event.altKey || event.metaKey || /^F\d+$/.test(event.code)
  return !passesThrough
}

export function textEntryKind(target: EventTarget | null): TextEntry {
  if (typeof HTMLElement !== 'function' || !(target instanceof HTMLElement)) return 'none'
  if (target instanceof HTMLSelectElement) return 'text'
  if (target.isContentEditable) return 'text'
  const isInput = target instanceof HTMLInputElement
  if (!isInput && !(target instanceof HTMLTextAreaElement)) return 'none'
  if (target.readOnly || target.disabled) return 'none'
  if (isInput && buttonTypes.has(target.type)) return 'none'
  return target.dataset['keySink'] === undefined ? 'text' : 'sink'
}
