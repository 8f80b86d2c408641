import type { WireRow } from '#kernel/field.ts'
import type { Tone } from '#kernel/screen.ts'
import { statusTone } from '#kernel/status-tone.ts'
import { scmStatus, type ScmStatus } from './scm-status.ts'

const tones: Readonly<Record<ScmStatus, Tone>> = {
  [scmStatus.requested]: 'normal',
  [scmStatus.accepted]: 'normal',
  [scmStatus.inProgress]: 'middle',
  [scmStatus.done]: 'quiet',
  [scmStatus.rejected]: 'stop',
  [scmStatus.cancelled]: 'stop',
}

export function scmStateTone(row: WireRow): Tone {
  return row['ACTIVE_YN'] === 'N' ? 'warn' : (statusTone(tones, row) ?? 'normal')
}

export function rejectionTone(row: WireRow): Tone | undefined {
  return row['REFUSAL'] ? 'stop' : undefined
}
