import { searchText, type SearchText } from './search-text.ts'

/** A query key by key, with as many errors as are forgiven. */
export interface TypoPattern {
  readonly keys: string
  readonly mask: number
  readonly allowed: number
  /** For each key one bit per place of the query that it is at. */
  readonly bits: ReadonlyMap<number, number>
}

/** Keys of a 32-bit word that stay clear of the sign. */
const longest = 30

/** What no, one and two errors leave: none where only the syllables fell apart, `로트벼 ㄹ재고`. */
const scores = [490, 470, 340] as const
export const [bestTypo] = scores
const insidePenalty = 20

/** Undefined when the query is too short to tell an error from another word, or too long. */
export function typoPattern(query: string): TypoPattern | undefined {
  const { keys, keyMask: mask } = searchText(query.normalize('NFC'))
  if (keys.length < 4 || keys.length > longest) return undefined
  const bits = new Map<number, number>()
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys.charCodeAt(at)
    bits.set(key, (bits.get(key) ?? 0) | (1 << at))
  }
  return { keys, mask, allowed: keys.length < 9 ? 1 : 2, bits }
}

/** How well the text, from the beginning of any of its words, fits a mistyped query; 0 for not. */
export function typoScore(text: SearchText, wanted: TypoPattern): number {
  if (lacksMore(text, wanted)) return 0
  const { keys, keyStarts } = text
  let best = 0
  for (const at of keyStarts) {
    if (!beginsAlike(wanted.keys, keys, at)) continue
    const distance = prefixDistance(wanted, keys, at)
    if (distance > wanted.allowed) continue
    const score = scores[distance] ?? 0
    best = Math.max(best, score - (at > 0 ? insidePenalty : 0))
  }
  return best === 0 ? 0 : best - Math.min(Math.abs(keys.length - wanted.keys.length), 30)
}

/** Whether the text has not more of the query's keys than errors could explain. */
function lacksMore({ keyMask }: SearchText, { mask, allowed }: TypoPattern): boolean {
  let lacking = mask & ~keyMask
  for (let error = 0; error < allowed; error += 1) lacking &= lacking - 1
  return lacking !== 0
}

/** One of the first two keys is right, if at the other's place: true of any single error. */
function beginsAlike(keys: string, text: string, at: number): boolean {
  const [first, second, a, b] = [keys[0], keys[1], text[at], text[at + 1]]
  return first === a || second === b || first === b || second === a
}

/**
 * Fewest wrong, missing, surplus or swapped keys between the query and some beginning of the text
 * from `from` on, at most `allowed + 1`. Bit-parallel optimal string alignment after H. Hyyrö, "A
 * bit-vector algorithm for computing Levenshtein and Damerau edit distances" (2003).
 */
export function prefixDistance({ keys, allowed, bits }: TypoPattern, text: string, from: number) {
  const top = 1 << (keys.length - 1)
  let vp = (1 << keys.length) - 1
  let [vn, d0, previous] = [0, 0, 0]
  let distance = keys.length
  let best = distance
  const end = Math.min(text.length, from + keys.length + allowed)
  for (let at = from; at < end; at += 1) {
    const same = bits.get(text.charCodeAt(at)) ?? 0
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
    best = Math.min(best, distance)
  }
  return Math.min(best, allowed + 1)
}
