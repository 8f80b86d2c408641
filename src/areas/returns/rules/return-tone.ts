import type { WireRow } from '#kernel/field.ts'
import type { Tone } from '#kernel/screen.ts'
import { statusTone } from '#kernel/status-tone.ts'
import { returnStatus, type ReturnStatus } from './return-status.ts'

const tones: Readonly<Record<ReturnStatus, Tone>> = {
  [returnStatus.requested]: 'normal',
  [returnStatus.open]: 'normal',
  [returnStatus.partlyArrived]: 'middle',
  [returnStatus.arrived]: 'middle',
  [returnStatus.inspected]: 'accent',
  [returnStatus.awaitsOwner]: 'warn',
  [returnStatus.disposed]: 'quiet',
  [returnStatus.rejected]: 'stop',
  [returnStatus.cancelled]: 'stop',
}

export function returnTone(row: WireRow): Tone {
  return statusTone(tones, row) ?? 'normal'
}
