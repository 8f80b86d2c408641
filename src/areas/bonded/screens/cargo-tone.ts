import type { WireRow } from '#kernel/field.ts'
import type { Tone } from '#kernel/screen.ts'
import { statusTone } from '#kernel/status-tone.ts'
import { cargoStatus, type CargoStatus } from '../rules/cargo-status.ts'

const tones: Readonly<Record<CargoStatus, Tone>> = {
  [cargoStatus.expected]: 'normal',
  [cargoStatus.partlyIn]: 'bonded',
  [cargoStatus.arrived]: 'bonded',
  [cargoStatus.partlyCleared]: 'accent',
  [cargoStatus.cleared]: 'accent',
  [cargoStatus.partlyOut]: 'accent',
  [cargoStatus.out]: 'quiet',
  [cargoStatus.cancelled]: 'stop',
}

export function cargoTone(row: WireRow): Tone {
  return statusTone(tones, row) ?? 'normal'
}

export function holdTone(row: WireRow): Tone | undefined {
  return row['HELD_YN'] === 'Y' ? 'stop' : undefined
}

export function periodTone(row: WireRow): Tone {
  if (row['PERIOD_CD'] === 'OVER') return 'stop'
  return row['PERIOD_CD'] === 'NOTICE' ? 'warn' : 'normal'
}

/** Reversed and corrected lines are shown muted. */
export function lineTone(row: WireRow): Tone {
  return ['STANDS', 'CORRECTION'].includes(String(row['STANDING_CD'])) ? 'normal' : 'quiet'
}
