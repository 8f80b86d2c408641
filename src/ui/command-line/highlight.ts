import { fuzzyMatch } from './fuzzy-score.ts'
import { findPattern, type Pattern } from './pattern.ts'
import type { Reading } from './query.ts'
import type { TextStore } from './text-store.ts'

/** Parts of a text, from inclusive to exclusive. */
export type Range = readonly [from: number, to: number]

/**
 * What to highlight in a label, whichever text the entry was found by: the query as a whole in one
 * of its readings, else its words, else the units a gap-tolerant match has used.
 */
export function highlight(
  store: TextStore,
  label: number,
  readings: readonly Reading[],
  fuzzy: boolean,
): Range[] {
  for (const { whole, words } of readings) {
    const places = placesOf(store, label, [whole])
    if (places.length > 0) return ranges(store, places)
    const wordPlaces = placesOf(store, label, words)
    if (wordPlaces.length > 0) return ranges(store, wordPlaces)
  }
  const typed = readings[0]
  const match = fuzzy && typed ? fuzzyMatch(store, label, typed.whole) : undefined
  return ranges(store, match?.places ?? [])
}

function placesOf(store: TextStore, label: number, wanted: readonly Pattern[]): number[] {
  const found = { at: 0, length: 0 }
  return wanted.flatMap((each) =>
    findPattern(store, label, each, found)
      ? Array.from({ length: found.length }, (_, index) => found.at + index)
      : [],
  )
}

/** Neighbouring units are one range, with the spaces between them. */
function ranges(store: TextStore, places: readonly number[]): Range[] {
  const marked = [...new Set(places)].toSorted((a, b) => a - b)
  const result: [number, number][] = []
  for (const [index, at] of marked.entries()) {
    const position = store.positions[at] ?? 0
    const last = result.at(-1)
    if (last && marked[index - 1] === at - 1) last[1] = position + 1
    else result.push([position, position + 1])
  }
  return result
}
