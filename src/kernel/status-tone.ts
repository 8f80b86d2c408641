import type { WireRow } from './field.ts'
import type { Tone } from './screen.ts'

export function statusTone<T extends Readonly<Record<string, Tone | undefined>>>(
  tones: T,
  { STATE_CD: status }: WireRow,
): Tone | undefined {
  return Object.hasOwn(tones, String(status)) ? tones[String(status)] : undefined
}
