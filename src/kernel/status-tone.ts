import type { WireRow } from './field.ts'
import type { Tone } from './screen.ts'

/** Tone of a row by its status; undefined for a row without one and for an unknown code. */
export function statusTone<T extends Readonly<Record<string, Tone | undefined>>>(
  tones: T,
  { STATE_CD: status }: WireRow,
): Tone | undefined {
  return Object.hasOwn(tones, String(status)) ? tones[String(status)] : undefined
}
