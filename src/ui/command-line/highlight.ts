import { gapMatch } from './gap-match.ts'
import { findPattern, type Pattern } from './pattern.ts'
import type { QueryReading } from './query.ts'
import type { SearchText } from './search-text.ts'

export type Range = readonly [from: number, to: number]

/**
 * Ranges to highlight: the query in one of its readings, otherwise its words, otherwise the units
 * of a gap match.
 */
export function highlight(
  label: SearchText,
  readings: readonly QueryReading[],
  isGuess: boolean,
): readonly Range[] {
  for (const { textPattern, words } of readings) {
    for (const wanted of [[textPattern], words]) {
      const units = matchedUnits(label, wanted)
      if (units.length > 0) return toRanges(label, units)
    }
  }
  const [typed] = readings
  const match = isGuess && typed ? gapMatch(label, typed.textPattern) : undefined
  return toRanges(label, match?.places ?? [])
}

function matchedUnits(label: SearchText, wanted: readonly Pattern[]): number[] {
  return wanted.flatMap((pattern) => {
    const { at, length } = findPattern(label, pattern) ?? { at: 0, length: 0 }
    return Array.from({ length }, (_, index) => at + index)
  })
}

function toRanges({ positions }: SearchText, units: readonly number[]): Range[] {
  const marked = [...new Set(units)].toSorted((a, b) => a - b)
  const result: [number, number][] = []
  for (const [index, unit] of marked.entries()) {
    const position = positions[unit] ?? 0
    const last = result.at(-1)
    if (last && marked[index - 1] === unit - 1) last[1] = position + 1
    else result.push([position, position + 1])
  }
  return result
}
