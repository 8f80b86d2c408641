import type { WireRow } from '#kernel/field.ts'
import type { Tone } from '#kernel/screen.ts'

/** Out is quiet, cleared and leaving is the accent, under bond is blue, cancelled stops. */
export function cargoTone(row: WireRow): Tone {
  const state = String(row['STATE_CD'] ?? '')
  if (state === '60') return 'quiet'
  if (state === '90') return 'stop'
  if (state === '20' || state === '30') return 'bonded'
  return ['40', '45', '50'].includes(state) ? 'accent' : 'normal'
}

/** A cargo that is held stands out. */
export function heldTone(row: WireRow): Tone | undefined {
  return row['HELD_YN'] === 'Y' ? 'stop' : undefined
}

/** Days left: over stops, due for a notice warns. */
export function periodTone(row: WireRow): Tone {
  if (row['PERIOD_CD'] === 'OVER') return 'stop'
  return row['PERIOD_CD'] === 'NOTICE' ? 'warn' : 'normal'
}

/** What has been taken back or corrected is quiet. */
export function standingTone(row: WireRow): Tone {
  return ['STANDS', 'CORRECTION'].includes(String(row['STANDING_CD'])) ? 'normal' : 'quiet'
}
