import type { WireRow } from '#kernel/field.ts'
import type { Tone } from '#kernel/screen.ts'

/** Done is quiet, rejected and cancelled stop, under way has its tone, switched off warns. */
export function scmStateTone(row: WireRow): Tone {
  const state = String(row['STATE_CD'] ?? '')
  if (row['ACTIVE_YN'] === 'N') return 'warn'
  if (state === '30') return 'quiet'
  if (state === '80' || state === '90') return 'stop'
  return state >= '20' ? 'middle' : 'normal'
}

/** A row that cannot be saved is told in the colour of what stops. */
export function refusalTone(row: WireRow): Tone | undefined {
  return row['REFUSAL'] ? 'stop' : undefined
}
