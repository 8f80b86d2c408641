import { initialOf, jamoKeys } from '#kernel/hangul-units.ts'

/** What a character counts as while words are told apart. */
const other = 0
const separator = 1
const small = 2
const capital = 3
const classes = new Uint8Array(0x10000)

function classify(characters: string, kind: number): void {
  for (let index = 0; index < characters.length; index += 1) {
    classes[characters.charCodeAt(index)] = kind
  }
}
classify('\t\n\r \u00a0-_.,·/()[]{}:;\'"&+*#@!?~<>=|\\', separator)
classify('abcdefghijklmnopqrstuvwxyz0123456789', small)
classify('ABCDEFGHIJKLMNOPQRSTUVWXYZ', capital)

/** Most keys a syllable takes: two for the vowel, two for the final consonant. */
const mostKeys = 5
/** The number of the key `a`; those of Hangul come before it. */
const firstLetter = 60
/** The number of the key `0`. */
const firstDigit = 90
const keysByUnit: (Uint8Array | undefined)[] = []

/** Small number for each key of a character; 0 for one that has none. */
function keysOf(unit: number): Uint8Array {
  const known = keysByUnit[unit]
  if (known) return known
  const keys = Uint8Array.from(jamoKeys(String.fromCharCode(unit)), (key) => {
    const code = key.charCodeAt(0)
    if (code >= 0x3131 && code <= 0x3163) return code - 0x3131 + 1
    if (code >= 0x61 && code <= 0x7a) return code - 0x61 + firstLetter
    return code >= 0x30 && code <= 0x39 ? code - 0x30 + firstDigit : 0
  })
  keysByUnit[unit] = keys
  return keys
}

/**
 * Texts in the form they are compared in, lower case without spaces or punctuation, written end to
 * end into typed arrays.
 */
export class TextWriter {
  readonly units: Uint16Array
  /** Initial consonant of each syllable, any other unit as it is. */
  readonly initials: Uint16Array
  /** Index of each unit in its written text. */
  readonly positions: Uint16Array
  /** 1 where a unit begins a word: after a separator, or a capital after a small letter. */
  readonly starts: Uint8Array
  /** The same texts key by key, for typing errors. */
  readonly keys: Uint8Array
  /** Where each word begins in `keys`. */
  readonly words: Int32Array
  unitCount = 0
  keyCount = 0
  wordCount = 0
  /** Letters, initials and keys of the last text, a bit for each, folded. */
  latin = 0
  hangul = 0
  keyMask = 0
  /** The first two keys of its words, as `startKeyBit` has them. */
  startKeys = 0
  #keysInWord = 0
  /** The same of the beginnings of its words alone. */
  latinStarts = 0
  hangulStarts = 0

  /** `room` is the total length of the texts to come. */
  constructor(room: number) {
    this.units = new Uint16Array(room)
    this.initials = new Uint16Array(room)
    this.positions = new Uint16Array(room)
    this.starts = new Uint8Array(room)
    this.keys = new Uint8Array(room * mostKeys)
    this.words = new Int32Array(room)
  }

  write(written: string): void {
    this.latin = 0
    this.hangul = 0
    this.keyMask = 0
    this.startKeys = 0
    this.latinStarts = 0
    this.hangulStarts = 0
    let before = separator
    for (let index = 0; index < written.length; index += 1) {
      const code = written.charCodeAt(index)
      const kind = classes[code] ?? other
      if (kind !== separator) {
        // The S of `CShipment` begins a word although a capital stands before it.
        const ends = before === capital && classes[written.charCodeAt(index + 1)] === small
        const starts = before === separator || (kind === capital && (before === small || ends))
        this.#put(kind === capital ? code + 32 : code, index, starts)
      }
      before = kind
    }
  }

  #put(unit: number, position: number, starts: boolean): void {
    const initial = initialOf(unit)
    this.units[this.unitCount] = unit
    this.initials[this.unitCount] = initial
    this.positions[this.unitCount] = position
    this.starts[this.unitCount] = starts ? 1 : 0
    this.unitCount += 1
    const [latin, hangul] = [latinBit(initial), hangulBit(initial)]
    this.latin |= latin
    this.hangul |= hangul
    if (starts) {
      this.latinStarts |= latin
      this.hangulStarts |= hangul
      this.words[this.wordCount] = this.keyCount
      this.wordCount += 1
      this.#keysInWord = 0
    }
    for (const key of keysOf(unit)) {
      if (this.#keysInWord < 2) this.startKeys |= startKeyBit(key)
      this.#keysInWord += 1
      this.keys[this.keyCount] = key
      this.keyCount += 1
      this.keyMask |= 1 << (key % 32)
    }
  }
}

/** The bit of a key a word begins with: jamo, letters and digits share none, as no slip makes one another. */
export function startKeyBit(key: number): number {
  if (key < firstLetter) return 1 << (key % 16)
  return 1 << (key < firstDigit ? 16 + ((key - firstLetter) % 10) : 26 + ((key - firstDigit) % 6))
}

/** The bit of a letter or digit among those of Latin texts; 0 for any other unit. */
export function latinBit(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return 1 << (unit - 0x61)
  return unit >= 0x30 && unit <= 0x39 ? 1 << (26 + ((unit - 0x30) % 6)) : 0
}

/** The bit of an initial consonant, or of all that is neither that nor Latin; 0 for Latin. */
export function hangulBit(unit: number): number {
  if (unit >= 0x3131 && unit <= 0x314e) return 1 << (unit - 0x3131)
  return latinBit(unit) === 0 ? 1 << 31 : 0
}

/** One text by itself, as a query is. */
export function writeText(written: string): TextWriter {
  const writer = new TextWriter(written.length)
  writer.write(written)
  return writer
}
