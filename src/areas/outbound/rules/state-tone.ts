import type { WireRow } from '#kernel/field.ts'
import type { Tone } from '#kernel/screen.ts'
import { statusTone } from '#kernel/status-tone.ts'
import { shipmentStatus, type ShipmentStatus } from './shipment-status.ts'

const tones: Readonly<Record<ShipmentStatus, Tone>> = {
  [shipmentStatus.requested]: 'normal',
  [shipmentStatus.open]: 'normal',
  [shipmentStatus.partlyAllocated]: 'warn',
  [shipmentStatus.allocated]: 'early',
  [shipmentStatus.listed]: 'early',
  [shipmentStatus.partlyPicked]: 'middle',
  [shipmentStatus.picked]: 'middle',
  [shipmentStatus.checked]: 'accent',
  [shipmentStatus.shipped]: 'quiet',
  [shipmentStatus.cancelled]: 'stop',
}

export function shipmentStateTone(row: WireRow): Tone {
  return statusTone(tones, row) ?? 'normal'
}

export function shortTone(row: WireRow): Tone | undefined {
  return Number(row['SHORT_QTY'] ?? 0) > 0 ? 'warn' : undefined
}
