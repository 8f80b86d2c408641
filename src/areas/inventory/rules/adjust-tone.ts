import type { WireRow } from '#kernel/field.ts'
import type { Tone } from '#kernel/screen.ts'
import { statusTone } from '#kernel/status-tone.ts'
import { adjustStatus, type AdjustStatus } from './adjust-status.ts'

const tones: Readonly<Record<AdjustStatus, Tone>> = {
  [adjustStatus.waiting]: 'warn',
  [adjustStatus.approved]: 'quiet',
  [adjustStatus.rejected]: 'quiet',
}

export function adjustStateTone(row: WireRow): Tone {
  return statusTone(tones, row) ?? 'quiet'
}
