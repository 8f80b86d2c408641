import type { Pattern } from './pattern.ts'
import type { TextStore } from './text-store.ts'

/**
 * Subsequence scoring after VS Code's fuzzy scorer: a matrix of query units by text units, with
 * bonuses for the beginnings of words and for runs.
 */
const longestText = 96
const longestQuery = 24
const unreached = -1
const scores = new Int16Array(longestQuery * longestText)
const runs = new Uint8Array(longestQuery * longestText)

export interface FuzzyMatch {
  /** 0 to 1: how much of the best imaginable score was reached. */
  readonly ratio: number
  /** Positions in the store, one for each unit of the query. */
  readonly places: readonly number[]
}

/** Whether the query's units all appear in this order: the cheap check before the matrix. */
function isSubsequence(store: TextStore, field: number, wanted: Pattern): boolean {
  const end = store.from[field + 1] ?? 0
  let index = 0
  for (let at = store.from[field] ?? 0; at < end && index < wanted.units.length; at += 1) {
    if (sameUnit(store, at, wanted, index)) index += 1
  }
  return index === wanted.units.length
}

function sameUnit(store: TextStore, at: number, wanted: Pattern, index: number): boolean {
  const texts = wanted.isInitial[index] === 1 ? store.initials : store.units
  return texts[at] === wanted.units[index]
}

/** Whether each unit of the query begins a word, in order: `rcs` for ReceiptCreateSingle. */
export function isAbbreviation(store: TextStore, field: number, wanted: Pattern): boolean {
  const end = store.from[field + 1] ?? 0
  let index = 0
  for (let at = store.from[field] ?? 0; at < end && index < wanted.units.length; at += 1) {
    if (store.starts[at] === 1 && sameUnit(store, at, wanted, index)) index += 1
  }
  return index === wanted.units.length
}

/** Best way to find the query as a subsequence of the field; undefined when it is none. */
export function fuzzyMatch(
  store: TextStore,
  field: number,
  wanted: Pattern,
): FuzzyMatch | undefined {
  const from = store.from[field] ?? 0
  const width = Math.min((store.from[field + 1] ?? 0) - from, longestText)
  const height = wanted.units.length
  if (height > longestQuery || height > width) return undefined
  if (!isSubsequence(store, field, wanted)) return undefined
  for (let row = 0; row < height; row += 1) fillRow(store, from, width, wanted, row)
  const best = scores[(height - 1) * width + width - 1] ?? unreached
  if (best === unreached) return undefined
  const places = trace(from, width, height)
  return { ratio: best / idealScore(height), places }
}

/** Each cell holds the best score of the query so far within the text so far. */
function fillRow(
  store: TextStore,
  from: number,
  width: number,
  wanted: Pattern,
  row: number,
): void {
  for (let column = 0; column < width; column += 1) {
    const cell = row * width + column
    const left = column > 0 ? (scores[cell - 1] ?? unreached) : unreached
    const before = row === 0 ? 0 : column > 0 ? (scores[cell - width - 1] ?? unreached) : unreached
    scores[cell] = left
    runs[cell] = 0
    if (before === unreached || !sameUnit(store, from + column, wanted, row)) continue
    const run = row > 0 && column > 0 ? (runs[cell - width - 1] ?? 0) : 0
    const score = before + unitScore(store.starts[from + column] === 1, run)
    if (score < left) continue
    scores[cell] = score
    runs[cell] = run + 1
  }
}

function unitScore(start: boolean, run: number): number {
  return 1 + (start ? 8 : 0) + (run === 0 ? 0 : run <= 3 ? 6 : 3)
}

/** Score of a query that stands whole at the beginning of a word. */
function idealScore(length: number): number {
  let score = 0
  for (let index = 0; index < length; index += 1) score += unitScore(index === 0, index)
  return score
}

function trace(from: number, width: number, height: number): number[] {
  const places: number[] = []
  let column = width - 1
  for (let row = height - 1; row >= 0; row -= 1) {
    while (column > 0 && (runs[row * width + column] ?? 0) === 0) column -= 1
    places.unshift(from + column)
    column -= 1
  }
  return places
}
