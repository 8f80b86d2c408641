import type { TextStore } from './text-store.ts'
import { startKeyBit, writeText } from './text-writer.ts'

/** A query key by key, prepared for the bit-parallel distance below. */
export interface TypoPattern {
  readonly codes: Uint8Array
  readonly mask: number
  /** Its first two keys: with a single error one of them is among the first two of a word. */
  readonly startKeys: number
  /** Errors forgiven: one below nine keys, then two. */
  readonly allowed: number
  /** For each key code, one bit per place of the query it stands at. */
  readonly bits: Int32Array
}

/** Keys of a 32-bit word that stay clear of the sign. */
const longest = 30
/** What no, one and two errors leave: none where only the syllables fell apart, `로트벼 ㄹ재고`. */
export const bestTypo = 490
const scores = [bestTypo, 470, 340]
const insidePenalty = 20

/** Undefined when the query is too short to tell an error from another word, or too long. */
export function typoPattern(query: string): TypoPattern | undefined {
  const text = writeText(query.normalize('NFC'))
  const codes = text.keys.slice(0, text.keyCount)
  if (codes.length < 4 || codes.length > longest) return undefined
  const startKeys = startKeyBit(codes[0] ?? 0) | startKeyBit(codes[1] ?? 0)
  const bits = new Int32Array(128)
  for (const [index, code] of codes.entries()) bits[code] = (bits[code] ?? 0) | (1 << index)
  return { codes, mask: text.keyMask, startKeys, allowed: codes.length < 9 ? 1 : 2, bits }
}

/** How well the field, from the beginning of any of its words, fits a mistyped query; 0 for not. */
export function typoScore(store: TextStore, field: number, wanted: TypoPattern): number {
  if (lacksMore(wanted, store.keyMask[field] ?? 0)) return 0
  const from = store.keysFrom[field] ?? 0
  const end = store.keysFrom[field + 1] ?? 0
  let best = 0
  for (
    let word = store.wordsFrom[field] ?? 0;
    word < (store.wordsFrom[field + 1] ?? 0);
    word += 1
  ) {
    const at = store.words[word] ?? from
    if (!beginsAlike(wanted.codes, store.keys, at)) continue
    const distance = prefixDistance(wanted, store.keys, at, end)
    if (distance > wanted.allowed) continue
    best = Math.max(best, (scores[distance] ?? 0) - (at > from ? insidePenalty : 0))
  }
  const surplus = Math.min(Math.abs(end - from - wanted.codes.length), 30)
  return best === 0 ? 0 : best - surplus
}

/** What a mistyped query scores in a field at most, going by how long that is. */
export function typoScoreMost(store: TextStore, field: number, wanted: TypoPattern): number {
  const length = (store.keysFrom[field + 1] ?? 0) - (store.keysFrom[field] ?? 0)
  return bestTypo - Math.min(Math.abs(length - wanted.codes.length), 30)
}

/** A text with these keys lacks more of the query than typing errors could explain. */
export function lacksMore({ mask, allowed }: TypoPattern, fieldMask: number): boolean {
  let lacking = mask & ~fieldMask
  lacking &= lacking - 1
  if (allowed > 1) lacking &= lacking - 1
  return lacking !== 0
}

/** One of the first two keys is right, if at the other's place: true of any single error. */
function beginsAlike(codes: Uint8Array, keys: Uint8Array, from: number): boolean {
  const [first, second] = codes
  const [a, b] = [keys[from], keys[from + 1]]
  return first === a || second === b || first === b || second === a
}

/**
 * Fewest wrong, missing, surplus or swapped keys between the query and some beginning of
 * `keys[from, end)`, at most `allowed + 1`. Bit-parallel optimal string alignment after
 * H. Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances" (2003).
 */
export function prefixDistance(
  { codes, allowed, bits }: TypoPattern,
  keys: Uint8Array,
  from: number,
  end: number,
): number {
  const top = 1 << (codes.length - 1)
  let vp = (1 << codes.length) - 1
  let vn = 0
  let d0 = 0
  let previous = 0
  let distance = codes.length
  let best = codes.length
  const stop = Math.min(end, from + codes.length + allowed)
  for (let at = from; at < stop; at += 1) {
    const same = bits[keys[at] ?? 0] ?? 0
    const swapped = ((~d0 & same) << 1) & previous
    d0 = (((same & vp) + vp) ^ vp) | same | vn | swapped
    const hp = vn | ~(d0 | vp)
    const hn = d0 & vp
    if (hp & top) distance += 1
    if (hn & top) distance -= 1
    const shifted = (hp << 1) | 1
    vp = (hn << 1) | ~(d0 | shifted)
    vn = shifted & d0
    previous = same
    if (distance < best) best = distance
    // Each key to come takes off one at the most.
    else if (best > allowed && distance - (stop - at - 1) > allowed) break
  }
  return Math.min(best, allowed + 1)
}
