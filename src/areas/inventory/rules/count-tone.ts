import type { WireRow } from '#kernel/field.ts'
import type { Tone } from '#kernel/screen.ts'
import { statusTone } from '#kernel/status-tone.ts'
import { countStatus, type CountStatus } from './count-status.ts'

const tones: Readonly<Record<CountStatus, Tone | undefined>> = {
  [countStatus.planned]: undefined,
  [countStatus.counting]: 'middle',
  [countStatus.counted]: 'warn',
  [countStatus.recounting]: 'middle',
  [countStatus.closed]: 'quiet',
  [countStatus.cancelled]: 'quiet',
}

export function countStateTone(row: WireRow): Tone | undefined {
  return statusTone(tones, row)
}

const results: Readonly<Record<string, Tone>> = {
  DIFF: 'stop',
  MOVED: 'warn',
  RECOUNT: 'warn',
  OPEN: 'quiet',
  ADJUSTED: 'accent',
}

export function countResultTone(row: WireRow): Tone | undefined {
  return results[String(row['RESULT_CD'])]
}

/** Shortages are more prominent than surpluses. */
export function differenceTone(row: WireRow): Tone | undefined {
  const difference = Number(row['DIFF_QTY'] ?? 0)
  if (difference === 0) return undefined
  return difference < 0 ? 'stop' : 'warn'
}
