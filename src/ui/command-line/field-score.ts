import { findPattern, type Pattern } from './pattern.ts'
import { fieldKinds, type FieldKind, type TextStore } from './text-store.ts'

/** How good each kind of find is: the whole text, its beginning, a word's beginning, inside. */
const ranksByKind: Readonly<Record<FieldKind, readonly [number, number, number, number]>> = {
  code: [1000, 880, 800, 600],
  label: [960, 900, 850, 700],
  english: [940, 840, 780, 620],
  synonym: [930, 790, 750, 570],
  keyword: [830, 780, 740, 560],
}
const ranks = Int16Array.from(fieldKinds.flatMap((kind) => [...ranksByKind[kind]]))
export const codeKind = fieldKinds.indexOf('code')
/** What a code scores that was typed whole: no other find is as good. */
export const wholeCodeScore = ranksByKind.code[0]

const found = { at: 0, length: 0 }

/** What a pattern scores in a field; 0 when it is not in it. */
export function scoreIn(store: TextStore, field: number, wanted: Pattern): number {
  if (!findPattern(store, field, wanted, found)) return 0
  const from = store.from[field] ?? 0
  const surplus = (store.lengths[field] ?? 0) - found.length
  const place = found.at > from ? (store.starts[found.at] === 1 ? 2 : 3) : surplus === 0 ? 0 : 1
  const rank = ranks[(store.kindOf[field] ?? 0) * 4 + place] ?? 0
  return rank - Math.min(surplus, 30)
}

/** What a pattern scores in a field at most, going by how it begins alone. */
export function scoreMostIn(store: TextStore, field: number, wanted: Pattern): number {
  const surplus = (store.lengths[field] ?? 0) - wanted.length
  const begins = store.firstInitials[field] === wanted.firstInitial
  const lacking =
    (wanted.firstLatin & ~(store.latinStarts[field] ?? 0)) |
    (wanted.firstHangul & ~(store.hangulStarts[field] ?? 0))
  const place = begins ? (surplus <= 0 ? 0 : 1) : lacking === 0 ? 2 : 3
  const rank = ranks[(store.kindOf[field] ?? 0) * 4 + place] ?? 0
  return rank - Math.min(Math.max(surplus, 0), 30)
}

/** What the beginning of a field is worth, whatever follows it. */
export function beginningScore(store: TextStore, field: number): number {
  return ranks[(store.kindOf[field] ?? 0) * 4 + 1] ?? 0
}

/** How many units a field has beyond so many. */
export function surplusOf(store: TextStore, field: number, length: number): number {
  return (store.lengths[field] ?? 0) - length
}
