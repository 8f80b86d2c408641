import type { WireRow } from '#kernel/field.ts'
import type { Tone } from '#kernel/screen.ts'

const states: Readonly<Record<string, Tone>> = {
  '20': 'middle',
  '30': 'warn',
  '40': 'middle',
  '50': 'quiet',
  '90': 'quiet',
}

/** How far a count is: being counted, waiting for a decision, done. */
export function countStateTone(row: WireRow): Tone | undefined {
  return states[String(row['STATE_CD'])]
}

const results: Readonly<Record<string, Tone>> = {
  DIFF: 'stop',
  RECOUNT: 'warn',
  OPEN: 'quiet',
  ADJUSTED: 'accent',
}

export function countResultTone(row: WireRow): Tone | undefined {
  return results[String(row['RESULT_CD'])]
}

/** Missing goods stand out more than goods too many. */
export function differenceTone(row: WireRow): Tone | undefined {
  const difference = Number(row['DIFF_QTY'] ?? 0)
  if (difference === 0) return undefined
  return difference < 0 ? 'stop' : 'warn'
}
