import { parseKeybinding } from 'tinykeys'

/** Apple keyboards use Meta in place of Control. */
export type Platform = 'apple' | 'other'

export interface Modifiers {
  readonly control: boolean
  readonly alt: boolean
  readonly shift: boolean
  readonly meta: boolean
}

export interface ChordParts extends Modifiers {
  readonly key: string
}

const digitSymbols = '!@#$%^&*()'
const digits = '1234567890'
const plainSymbols = "`-=[]\\;',./"
const shiftedSymbols = '~_+{}|:"<>?'

const namedKeys = new Map(
  [
    'Escape Enter Tab Space Backspace Delete Insert Home End PageUp PageDown',
    'ArrowUp ArrowDown ArrowLeft ArrowRight ContextMenu Pause PrintScreen',
    'HangulMode HanjaMode Lang1 Lang2 AltGraph',
    'NumpadEnter NumpadAdd NumpadSubtract NumpadMultiply NumpadDivide NumpadDecimal',
    ...Array.from({ length: 24 }, (_, index) => `F${index + 1}`),
    ...Array.from({ length: 10 }, (_, index) => `Numpad${index}`),
  ]
    .join(' ')
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
)
namedKeys.set('esc', 'Escape').set('ins', 'Insert').set('del', 'Delete')

export function detectPlatform(): Platform {
  const platform = typeof navigator === 'object' ? navigator.platform : ''
  return /Mac|iPhone|iPad|iPod/.test(platform) ? 'apple' : 'other'
}

/** Canonical spelling of a named key (`esc` gives `Escape`); undefined for any other text. */
export function namedKey(name: string): string | undefined {
  return namedKeys.get(name.toLowerCase())
}

/** Character on the US and Korean layouts for a physical key without Shift, such as `Semicolon`. */
export function characterOfCode(code: string): string | undefined {
  const letterOrDigit = /^(?:Key([A-Z])|Digit(\d))$/.exec(code)
  if (letterOrDigit) return letterOrDigit[1]?.toLowerCase() ?? letterOrDigit[2]
  const names =
    'Backquote Minus Equal BracketLeft BracketRight Backslash Semicolon Quote Comma Period Slash'
  const index = names.split(' ').indexOf(code)
  return index < 0 ? undefined : plainSymbols[index]
}

export function shiftedCharacter(character: string): string {
  const digit = digits.indexOf(character)
  if (digit >= 0) return digitSymbols[digit] ?? character
  const symbol = plainSymbols.indexOf(character)
  return symbol >= 0 ? (shiftedSymbols[symbol] ?? character) : character.toUpperCase()
}

/**
 * Returns the canonical spelling of a stroke: modifiers in the order Control, Alt, Shift, Meta,
 * then the key. Digits retain Shift (`Shift+1`, never `!`); for other symbols it is implied (`?`,
 * never `Shift+/`).
 */
export function canonicalChord(modifiers: Modifiers, key: string): string {
  let { shift } = modifiers
  let name = key
  const digit = digitSymbols.indexOf(key)
  if (key.length === 1 && digit >= 0) {
    name = digits[digit] ?? key
    shift = true
  } else if (key.length === 1 && shift && plainSymbols.includes(key)) {
    name = shiftedCharacter(key)
    shift = false
  } else if (key.length === 1 && shiftedSymbols.includes(key)) {
    shift = false
  } else if (/^[A-Z]$/.test(key)) {
    name = key.toLowerCase()
  }
  return [...heldNames({ ...modifiers, shift }, canonicalNames), name].join('+')
}

type ModifierNames = readonly [control: string, alt: string, shift: string, meta: string]

export const canonicalNames: ModifierNames = ['Control', 'Alt', 'Shift', 'Meta']

export function heldNames(
  { control, alt, shift, meta }: Modifiers,
  names: ModifierNames,
): readonly string[] {
  return names.filter((_, index) => [control, alt, shift, meta][index])
}

export function chordParts(chord: string): ChordParts {
  const match = /^(Control\+)?(Alt\+)?(Shift\+)?(Meta\+)?(.+)$/.exec(chord)
  return {
    control: match?.[1] !== undefined,
    alt: match?.[2] !== undefined,
    shift: match?.[3] !== undefined,
    meta: match?.[4] !== undefined,
    key: match?.[5] ?? chord,
  }
}

/** Whether the chord types a character in a text field, such as `k`, `?` or `Shift+k`. */
export function isBareChord(chord: string): boolean {
  const { control, alt, meta, key } = chordParts(chord)
  const isPrintable = key.length === 1 || key === 'Space' || /^Numpad(?!Enter)/.test(key)
  return isPrintable && !control && !alt && !meta
}

/**
 * Parses a key string in the grammar of tinykeys (`$mod+k`, `g l`, `Shift+F6`) into canonical
 * chords.
 *
 * @throws Error naming the string if a key or modifier is unknown.
 */
export function parseChords(keys: string, platform: Platform): string[] {
  const resolved = keys.replaceAll('$mod', platform === 'apple' ? 'Meta' : 'Control')
  return parseKeybinding(resolved).map(([required, optional, key]) => {
    if (typeof key !== 'string' || optional.length > 0) {
      throw new Error(`Key string "${keys}": patterns and optional modifiers are not supported`)
    }
    return toChord(keys, required, key)
  })
}

function toChord(keys: string, required: readonly string[], key: string): string {
  const unknown = required.find((name) => !['Control', 'Alt', 'Shift', 'Meta'].includes(name))
  if (unknown !== undefined) throw new Error(`Key string "${keys}": no modifier "${unknown}"`)
  const name = key.length === 1 ? key : (namedKey(key) ?? characterOfCode(key))
  if (name === undefined) throw new Error(`Key string "${keys}": no key "${key}"`)
  // A single capital letter means Shift, as in vim. `$mod+K` is equivalent to `$mod+k`.
  const isCapital = /^[A-Z]$/.test(name) && required.length === 0
  const modifiers = {
    control: required.includes('Control'),
    alt: required.includes('Alt'),
    shift: required.includes('Shift') || isCapital,
    meta: required.includes('Meta'),
  }
  return canonicalChord(modifiers, name)
}
