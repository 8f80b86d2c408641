import type { WireRow } from '#kernel/field.ts'
import type { Tone } from '#kernel/screen.ts'

/** How far a billing month is. */
export function billMonthTone({ STATE_CD: state }: WireRow): Tone | undefined {
  if (state === '30') return 'quiet'
  return state === '20' ? 'accent' : 'normal'
}

/** How far an invoice is. */
export function invoiceTone({ STATE_CD: state }: WireRow): Tone | undefined {
  if (state === '90' || state === '60') return 'quiet'
  return state === '30' ? 'warn' : 'accent'
}

/** Less, more, or the same. */
export function differenceTone({ DIFF_AMT: diff }: WireRow): Tone | undefined {
  if (Number(diff ?? 0) === 0) return 'quiet'
  return Number(diff) < 0 ? 'stop' : 'accent'
}
