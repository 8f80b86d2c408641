import { isModifierPress, type KeyInput } from '#ui/keys/keystroke.ts'
import type { WedgeScan } from './wedge-detector.ts'
import type { WedgeProfile } from './wedge-profile.ts'

/** Longest pause of a Bluetooth scanner within a code, in milliseconds. */
const MAX_PAUSE_MS = 260

/** Profile for stations. Every scan is for the page, so a pause does not end a code. */
export function patientProfile(profile: WedgeProfile): WedgeProfile {
  return { ...profile, maxGapMs: Math.max(profile.maxGapMs, MAX_PAUSE_MS) }
}

export function startsWithTypedNumber(
  { code, gapsMs }: WedgeScan,
  { maxGapMs }: WedgeProfile,
): boolean {
  const index = gapsMs.slice(0, -1).findIndex((gap) => gap > maxGapMs)
  return index >= 0 && /^\d+$/.test(code.slice(0, index + 1))
}

/** Detects bursts that follow another key so closely that their start may be missing. */
export class TruncationDetector {
  #lastMs = Number.NEGATIVE_INFINITY
  #pauseMs = Infinity

  recordKey(event: KeyInput, maxGapMs: number): void {
    if (!event.isTrusted || isModifierPress(event)) return
    if (event.ctrlKey || event.altKey || event.metaKey) return
    // Keys consumed by the input method are reported as `Process`.
    const isCharacter = event.key.length === 1 || event.key === 'Process'
    const gapMs = event.timeStamp - this.#lastMs
    if (isCharacter && gapMs > maxGapMs) this.#pauseMs = gapMs
    this.#lastMs = isCharacter ? event.timeStamp : Number.NEGATIVE_INFINITY
  }

  isTruncatedEnd(): boolean {
    return this.#pauseMs <= MAX_PAUSE_MS
  }
}
