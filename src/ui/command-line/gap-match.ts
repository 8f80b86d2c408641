import { toInitial } from '#kernel/hangul-units.ts'
import type { Pattern } from './pattern.ts'
import type { SearchText } from './search-text.ts'

interface GapMatch {
  /** Fraction of the best possible score, 0 to 1. */
  readonly ratio: number
  readonly places: readonly number[]
}

interface Row {
  readonly scores: number[]
  /** Length of the run ending here; 0 if the unit matched further left. */
  readonly runs: number[]
}

const unreachable = -1

/**
 * Best match of the query units in order with gaps, after VS Code's fuzzy scorer: word starts and
 * runs score highest. Undefined if there is none.
 */
export function gapMatch(text: SearchText, { units, apart }: Pattern): GapMatch | undefined {
  if (!apart.test(text.units)) return undefined
  const rows: Row[] = []
  for (let index = 0; index < units.length; index += 1) {
    rows.push(nextRow(text, units.charCodeAt(index), rows.at(-1)))
  }
  const best = rows.at(-1)?.scores.at(-1) ?? 0
  return { ratio: best / idealScore(units.length), places: tracePositions(rows) }
}

function nextRow({ units, starts }: SearchText, wanted: number, before: Row | undefined): Row {
  const row: Row = { scores: [], runs: [] }
  let best = unreachable
  for (let index = 0; index < units.length; index += 1) {
    const code = units.charCodeAt(index)
    const above = before ? (before.scores[index - 1] ?? unreachable) : 0
    let run = 0
    if (above !== unreachable && (code === wanted || toInitial(code) === wanted)) {
      const runAbove = before?.runs[index - 1] ?? 0
      const score = above + unitScore(starts.includes(index), runAbove)
      if (score >= best) [best, run] = [score, runAbove + 1]
    }
    row.scores.push(best)
    row.runs.push(run)
  }
  return row
}

function unitScore(isStart: boolean, run: number): number {
  return 1 + (isStart ? 8 : 0) + (run === 0 ? 0 : run <= 3 ? 6 : 3)
}

function idealScore(length: number): number {
  let score = 0
  for (let index = 0; index < length; index += 1) score += unitScore(index === 0, index)
  return score
}

function tracePositions(rows: readonly Row[]): number[] {
  const places: number[] = []
  let at = Number.POSITIVE_INFINITY
  for (const { runs } of rows.toReversed()) {
    at = Math.min(at, runs.length) - 1
    while (at > 0 && runs[at] === 0) at -= 1
    places.unshift(at)
  }
  return places
}
