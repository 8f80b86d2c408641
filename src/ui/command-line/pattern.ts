import {
  isConsonant,
  isSyllable,
  splitConsonants,
  unfinished,
  type Unfinished,
} from '#kernel/hangul-units.ts'
import type { TextStore } from './text-store.ts'
import { hangulBit, latinBit, writeText } from './text-writer.ts'

/** A query word ready to be compared: the form in which spaces and case no longer matter. */
export interface Pattern {
  readonly units: Uint16Array
  /** Units of a field it can cover: a syllable that goes on into the next one is one unit longer. */
  readonly length: number
  /** 1 where the unit is a lone consonant, which stands for any syllable it begins. */
  readonly isInitial: Uint8Array
  /** Letters and initials it needs, as in the store. */
  readonly latin: number
  readonly hangul: number
  /** Initial of its first unit, and that unit's bits: where a find can begin. */
  readonly firstInitial: number
  readonly firstLatin: number
  readonly firstHangul: number
  /** Reading of the last unit where it is a syllable still being typed. */
  readonly last: Unfinished | undefined
  /** The query is written in initials, not only ended by one on the way to a syllable. */
  readonly byInitials: boolean
}

/** Where a pattern stands in a field; `length` counts units of the field. */
export interface Place {
  at: number
  length: number
}

/** From a query in NFC. Undefined when nothing comparable is left, as of a query of spaces. */
export function pattern(query: string): Pattern | undefined {
  const text = writeText(splitConsonants(query))
  if (text.unitCount === 0) return undefined
  const units = text.units.slice(0, text.unitCount)
  const isInitial = Uint8Array.from(units, (unit) => (isConsonant(unit) ? 1 : 0))
  const lastUnit = units.at(-1) ?? 0
  const firstInitial = text.initials[0] ?? 0
  const last = isSyllable(lastUnit) ? unfinished(lastUnit) : undefined
  return {
    units,
    length: units.length + (last?.split ? 1 : 0),
    isInitial,
    latin: text.latin,
    hangul: text.hangul,
    firstInitial,
    firstLatin: latinBit(firstInitial),
    firstHangul: hangulBit(firstInitial),
    last,
    byInitials: isInitial.subarray(0, -1).includes(1) || (units.length === 1 && isInitial[0] === 1),
  }
}

/**
 * Finds the pattern in one field: at the first beginning of a word, else anywhere. Writes the place,
 * in positions of the store, into `found`, which spares an object for every field looked at.
 */
export function findPattern(
  store: TextStore,
  field: number,
  wanted: Pattern,
  found: Place,
): boolean {
  const stop = (store.from[field + 1] ?? 0) - wanted.units.length
  const end = store.from[field + 1] ?? 0
  // A lone unfinished syllable has no unit that must be there as it is.
  const firstIsFixed = wanted.units.length > 1 || !wanted.last
  const texts = wanted.isInitial[0] === 1 ? store.initials : store.units
  const first = wanted.units[0]
  let inside = false
  for (let at = store.from[field] ?? 0; at <= stop; at += 1) {
    // However a syllable goes on, its initial stays.
    if (store.initials[at] !== wanted.firstInitial) continue
    if (firstIsFixed && texts[at] !== first) continue
    const starts = store.starts[at] === 1
    if (inside && !starts) continue
    const length = lengthAt(store, at, end, wanted)
    if (length === 0) continue
    found.at = at
    found.length = length
    if (starts) return true
    inside = true
  }
  return inside
}

/** Units matched at this place, 0 for none. */
function lengthAt(store: TextStore, at: number, end: number, wanted: Pattern): number {
  const lastIndex = wanted.units.length - 1
  for (let index = 0; index < lastIndex; index += 1) {
    const texts = wanted.isInitial[index] === 1 ? store.initials : store.units
    if (texts[at + index] !== wanted.units[index]) return 0
  }
  const lastAt = at + lastIndex
  if (!wanted.last) {
    const texts = wanted.isInitial[lastIndex] === 1 ? store.initials : store.units
    return texts[lastAt] === wanted.units[lastIndex] ? lastIndex + 1 : 0
  }
  const unit = store.units[lastAt] ?? 0
  for (const [low, high] of wanted.last.ranges) {
    if (unit >= low && unit <= high) return lastIndex + 1
  }
  const { split } = wanted.last
  const goesOn = split && unit === split.syllable && lastAt + 1 < end
  return goesOn && store.initials[lastAt + 1] === split.nextInitial ? lastIndex + 2 : 0
}
