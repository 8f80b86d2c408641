import type { WireRow } from '#kernel/field.ts'
import type { Tone } from '#kernel/screen.ts'

/**
 * Shipped is quiet, short of stock warns, cancelled stops. What is under way comes nearer to the
 * accent step by step: promised and handed out, picked, and checked, which may leave.
 */
export function shipmentStateTone(row: WireRow): Tone {
  const state = String(row['STATE_CD'] ?? '')
  if (state === '60') return 'quiet'
  if (state === '15') return 'warn'
  if (state === '90') return 'stop'
  if (state === '50') return 'accent'
  if (state >= '35') return 'middle'
  return state >= '20' ? 'early' : 'normal'
}

/** A quantity that is missing is told in the warning colour. */
export function shortTone(row: WireRow): Tone | undefined {
  return Number(row['SHORT_QTY'] ?? 0) > 0 ? 'warn' : undefined
}
