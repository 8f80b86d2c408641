import { isModifierPress, type KeyInput } from '#ui/keys/keystroke.ts'
import type { WedgeScan } from './wedge-detector.ts'
import type { WedgeProfile } from './wedge-profile.ts'

/** Longest pause of a Bluetooth scanner within a code. */
const HICCUP_MS = 260

/** Profile for stations, where every scan is for the page: a pause does not end a code. */
export function patientProfile(profile: WedgeProfile): WedgeProfile {
  return { ...profile, maxGapMs: Math.max(profile.maxGapMs, HICCUP_MS) }
}

/** Whether leading digits may have been typed: a pause longer than a scanner's follows them. */
export function beginsWithNumber({ code, gapsMs }: WedgeScan, { maxGapMs }: WedgeProfile): boolean {
  const at = gapsMs.slice(0, -1).findIndex((gap) => gap > maxGapMs)
  return at >= 0 && /^\d+$/.test(code.slice(0, at + 1))
}

/** Detects bursts so soon after another key that their beginning may be missing. */
export class CutOffs {
  #lastMs = Number.NEGATIVE_INFINITY
  #pauseMs = Infinity

  /** Call for every keydown. */
  note(event: KeyInput, maxGapMs: number): void {
    if (!event.isTrusted || isModifierPress(event)) return
    if (event.ctrlKey || event.altKey || event.metaKey) return
    // Keys consumed by the input method are called Process.
    const isCharacter = event.key.length === 1 || event.key === 'Process'
    const gapMs = event.timeStamp - this.#lastMs
    if (isCharacter && gapMs > maxGapMs) this.#pauseMs = gapMs
    this.#lastMs = isCharacter ? event.timeStamp : Number.NEGATIVE_INFINITY
  }

  /** Whether the last burst may be the tail of a code. */
  isTail(): boolean {
    return this.#pauseMs <= HICCUP_MS
  }
}
