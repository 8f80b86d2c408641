import { isModifierPress, type KeyInput } from '#ui/keys/keystroke.ts'
import type { WedgeScan } from './wedge-detector.ts'
import type { WedgeProfile } from './wedge-profile.ts'

/** How long a Bluetooth scanner may hesitate within a code. */
const HICCUP_MS = 260

/** The profile where every scan is for the page: there a hesitation does not end a code. */
export function patientProfile(profile: WedgeProfile): WedgeProfile {
  return { ...profile, maxGapMs: Math.max(profile.maxGapMs, HICCUP_MS) }
}

/**
 * Whether the digits a code begins with may be a number that was typed right before it: a pause
 * longer than a scanner's own follows them.
 */
export function beginsWithNumber({ code, gapsMs }: WedgeScan, { maxGapMs }: WedgeProfile): boolean {
  const at = gapsMs.slice(0, -1).findIndex((gap) => gap > maxGapMs)
  return at >= 0 && /^\d+$/.test(code.slice(0, at + 1))
}

/** Sees whether a burst of keys came so soon behind another key that its beginning may be missing. */
export class CutOffs {
  #lastMs = Number.NEGATIVE_INFINITY
  #pauseMs = Infinity

  /** Feed it every keydown with the longest gap inside a burst. */
  note(event: KeyInput, maxGapMs: number): void {
    if (!event.isTrusted || isModifierPress(event)) return
    if (event.ctrlKey || event.altKey || event.metaKey) return
    // A key that the input method has taken is called Process.
    const isCharacter = event.key.length === 1 || event.key === 'Process'
    const gapMs = event.timeStamp - this.#lastMs
    if (isCharacter && gapMs > maxGapMs) this.#pauseMs = gapMs
    this.#lastMs = isCharacter ? event.timeStamp : Number.NEGATIVE_INFINITY
  }

  /** Whether the burst that has just ended may be the tail of a code. */
  isTail(): boolean {
    return this.#pauseMs <= HICCUP_MS
  }
}
