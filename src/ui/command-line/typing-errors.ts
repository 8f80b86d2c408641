import { searchText, type SearchText } from './search-text.ts'

export interface TypoPattern {
  readonly keys: string
  readonly mask: number
  readonly allowed: number
}

/**
 * Scores for zero, one and two errors. Zero means that only the syllables fell apart (`로트벼 ㄹ재고`).
 */
const scores = [490, 470, 340] as const
export const [bestTypo] = scores
const insidePenalty = 20
/** An error in the entire text is likelier than its letters scattered over a longer one. */
const completeTextBonus = 25

/** Undefined for a query too short to tell an error from a different word. */
export function typoPattern(query: string): TypoPattern | undefined {
  const { keys, keyMask: mask } = searchText(query.normalize('NFC'))
  return keys.length < 4 ? undefined : { keys, mask, allowed: keys.length < 9 ? 1 : 2 }
}

export function typoScore(text: SearchText, wanted: TypoPattern): number {
  if (hasTooFewKeys(text, wanted)) return 0
  const { keys, keyStarts } = text
  let best = 0
  for (const at of keyStarts) {
    if (!hasSimilarStart(wanted.keys, keys, at)) continue
    const distance = prefixDistance(wanted, keys, at)
    if (distance > wanted.allowed) continue
    const surplus = Math.abs(keys.length - wanted.keys.length)
    const lift = at === 0 && distance > 0 && surplus <= distance ? completeTextBonus : 0
    best = Math.max(best, (scores[distance] ?? 0) + lift - (at > 0 ? insidePenalty : 0))
  }
  return best === 0 ? 0 : best - Math.min(Math.abs(keys.length - wanted.keys.length), 30)
}

function hasTooFewKeys({ keyMask }: SearchText, { mask, allowed }: TypoPattern): boolean {
  let lacking = mask & ~keyMask
  for (let error = 0; error < allowed; error += 1) lacking &= lacking - 1
  return lacking !== 0
}

/**
 * After any single error, one of the first two keys still matches, in place or one position off.
 */
function hasSimilarStart(keys: string, text: string, at: number): boolean {
  const [first, second, a, b] = [keys[0], keys[1], text[at], text[at + 1]]
  return first === a || second === b || first === b || second === a
}

/**
 * Optimal string alignment distance between the query and a prefix of the text from `from` on, at
 * most `allowed + 1`.
 */
export function prefixDistance({ keys, allowed }: TypoPattern, text: string, from: number): number {
  const width = Math.min(text.length - from, keys.length + allowed)
  let beforeLast: number[] = []
  let last = Array.from({ length: width + 1 }, (_, index) => index)
  for (let row = 1; row <= keys.length; row += 1) {
    const next = [row]
    let lowest = row
    for (let column = 1; column <= width; column += 1) {
      const [key, other] = [keys[row - 1], text[from + column - 1]]
      const wrong = (last[column - 1] ?? 0) + (key === other ? 0 : 1)
      let cost = Math.min(wrong, (last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1)
      const isSwapped = row > 1 && key === text[from + column - 2] && keys[row - 2] === other
      if (isSwapped && column > 1) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      next.push(cost)
      lowest = Math.min(lowest, cost)
    }
    // A transposition reads the distances of two rows back and adds one.
    if (lowest > allowed) return allowed + 1
    beforeLast = last
    last = next
  }
  return Math.min(...last, allowed + 1)
}
