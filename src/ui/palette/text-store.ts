import { initialOf, jamoKeys } from './hangul-units.ts'

export type FieldKind = 'label' | 'english' | 'code' | 'keyword'

/** The kinds in the order of `kindOf`. */
export const fieldKinds: readonly FieldKind[] = ['label', 'english', 'code', 'keyword']
/** What a unit counts as while words are told apart. */
const other = 0
const separator = 1
const small = 2
const capital = 3
const classes = new Uint8Array(0x10000)
for (const character of '\t\n\r \u00a0-_.,·/()[]{}:;\'"&+*#@!?~<>=|\\') {
  classes[character.charCodeAt(0)] = separator
}
for (const character of 'abcdefghijklmnopqrstuvwxyz0123456789') {
  classes[character.charCodeAt(0)] = small
}
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') classes[character.charCodeAt(0)] = capital

/** A text in the form it is compared in: lower case, no spaces or punctuation. */
export interface CompactText {
  readonly units: string
  /** Index in the written text of each unit. */
  readonly positions: readonly number[]
  /** Whether each unit begins a word: after a separator, or a capital after a small letter. */
  readonly starts: readonly boolean[]
}

export function compactText(written: string): CompactText {
  let units = ''
  const positions: number[] = []
  const starts: boolean[] = []
  let before = separator
  for (let index = 0; index < written.length; index += 1) {
    const kind = classes[written.charCodeAt(index)] ?? other
    if (kind !== separator) {
      // The S of `CShipment` begins a word although a capital stands before it.
      const ends = before === capital && classes[written.charCodeAt(index + 1)] === small
      starts.push(before === separator || (kind === capital && (before === small || ends)))
      const character = written.charAt(index)
      units += kind === capital ? character.toLowerCase() : character
      positions.push(index)
    }
    before = kind
  }
  return { units, positions, starts }
}

/** Which letters and which initials a text has: a cheap first refusal before it is compared. */
export interface LetterMasks {
  readonly latin: number
  readonly hangul: number
}

export function letterMasks(units: string): LetterMasks {
  let latin = 0
  let hangul = 0
  for (let index = 0; index < units.length; index += 1) {
    const unit = initialOf(units.charCodeAt(index))
    if (unit >= 0x61 && unit <= 0x7a) latin |= 1 << (unit - 0x61)
    else if (unit >= 0x30 && unit <= 0x39) latin |= 1 << (26 + ((unit - 0x30) % 6))
    else if (unit >= 0x3131 && unit <= 0x314e) hangul |= 1 << (unit - 0x3131)
    else hangul |= 1 << 31
  }
  return { latin, hangul }
}

/** Small number for each key of a jamo text; 0 for characters that have none. */
export function keyCodes(text: string): Uint8Array {
  const keys = jamoKeys(text)
  return Uint8Array.from(keys, (key) => {
    const unit = key.charCodeAt(0)
    if (unit >= 0x3131 && unit <= 0x3163) return unit - 0x3131 + 1
    if (unit >= 0x61 && unit <= 0x7a) return unit - 0x61 + 60
    return unit >= 0x30 && unit <= 0x39 ? unit - 0x30 + 90 : 0
  })
}

export function keyMask(codes: Uint8Array): number {
  return codes.reduce((mask, code) => mask | (1 << (code % 32)), 0)
}

/**
 * Every searchable text of every entry, end to end in typed arrays: a hundred thousand entries are
 * scanned without following a pointer.
 */
export interface TextStore {
  readonly fieldCount: number
  readonly entryOf: Int32Array
  readonly kindOf: Uint8Array
  /** Where each field begins in the unit arrays; one more at the end. */
  readonly from: Int32Array
  readonly latin: Int32Array
  readonly hangul: Int32Array
  readonly units: Uint16Array
  readonly initials: Uint16Array
  readonly positions: Uint16Array
  readonly starts: Uint8Array
  /** The same texts key by key, for typing errors. */
  readonly keysFrom: Int32Array
  readonly keys: Uint8Array
  readonly keyStarts: Uint8Array
  readonly keyMask: Int32Array
}

export interface Field {
  readonly entry: number
  readonly kind: FieldKind
  readonly text: string
}

export function textStore(fields: readonly Field[]): TextStore {
  const compact = fields.map((field) => compactText(field.text))
  const masks = compact.map((text) => letterMasks(text.units))
  const codes = compact.map((text) => keyCodes(text.units))
  const from = offsets(compact.map((text) => text.units.length))
  const keysFrom = offsets(codes.map((keys) => keys.length))
  const total = from.at(-1) ?? 0
  const store = {
    fieldCount: fields.length,
    entryOf: Int32Array.from(fields, (field) => field.entry),
    kindOf: Uint8Array.from(fields, (field) => fieldKinds.indexOf(field.kind)),
    from,
    latin: Int32Array.from(masks, (mask) => mask.latin),
    hangul: Int32Array.from(masks, (mask) => mask.hangul),
    units: new Uint16Array(total),
    initials: new Uint16Array(total),
    positions: new Uint16Array(total),
    starts: new Uint8Array(total),
    keysFrom,
    keys: new Uint8Array(keysFrom.at(-1) ?? 0),
    keyStarts: new Uint8Array(keysFrom.at(-1) ?? 0),
    keyMask: Int32Array.from(codes, keyMask),
  }
  for (const [field, text] of compact.entries()) fill(store, from[field] ?? 0, text)
  for (const [field, keys] of codes.entries()) {
    store.keys.set(keys, keysFrom[field] ?? 0)
    markKeyStarts(store.keyStarts, keysFrom[field] ?? 0, compact[field])
  }
  return store
}

function fill(store: TextStore, from: number, text: CompactText): void {
  for (let index = 0; index < text.units.length; index += 1) {
    const unit = text.units.charCodeAt(index)
    store.units[from + index] = unit
    store.initials[from + index] = initialOf(unit)
    store.positions[from + index] = text.positions[index] ?? 0
    store.starts[from + index] = text.starts[index] ? 1 : 0
  }
}

function markKeyStarts(keyStarts: Uint8Array, from: number, text: CompactText | undefined): void {
  let at = from
  for (const [index, starts] of (text?.starts ?? []).entries()) {
    if (starts) keyStarts[at] = 1
    at += jamoKeys(text?.units.charAt(index) ?? '').length
  }
}

function offsets(lengths: readonly number[]): Int32Array {
  const from = new Int32Array(lengths.length + 1)
  for (const [index, length] of lengths.entries()) from[index + 1] = (from[index] ?? 0) + length
  return from
}
