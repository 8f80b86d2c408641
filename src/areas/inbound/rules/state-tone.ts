import type { WireRow } from '#kernel/field.ts'
import type { Tone } from '#kernel/screen.ts'
import { statusTone } from '#kernel/status-tone.ts'
import { receiptStatus, type ReceiptStatus } from './receipt-status.ts'

const tones: Readonly<Record<ReceiptStatus, Tone>> = {
  [receiptStatus.requested]: 'normal',
  [receiptStatus.open]: 'normal',
  [receiptStatus.partlyReceived]: 'middle',
  [receiptStatus.received]: 'quiet',
  [receiptStatus.cancelled]: 'stop',
}

export function receiptStateTone(row: WireRow): Tone {
  return statusTone(tones, row) ?? 'normal'
}
