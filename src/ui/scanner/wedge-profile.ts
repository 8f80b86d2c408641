/** How a scanner sends the FNC1 separator (GS, 0x1D) through a keyboard. */
export type GsKey = 'Control+]' | 'Alt+0029' | 'F8' | 'ArrowDown' | 'ControlRight'

/** What is known of one keyboard-wedge scanner. Measured by `calibrate`, else the default. */
export interface WedgeProfile {
  readonly minLength: number
  /** Half of the gaps between keys are shorter than this. */
  readonly medianGapMs: number
  /** No gap is longer, the one before the suffix included. */
  readonly maxGapMs: number
  readonly suffixes: readonly ('Enter' | 'Tab')[]
  /** Keys read as GS inside a burst; Ctrl+] and Alt+0029 always are. */
  readonly gsKeys: readonly GsKey[]
  /**
   * Most scanners send Shift for a capital whatever CapsLock says, so the lock must not count.
   * Those that follow the lock (setting "CapsLock auto") need `follow`. `either` stands for a machine
   * with scanners of both kinds: under the lock one reads a code in the other's case turned round,
   * and of the two readings the one with more capitals is right, as codes are written in them.
   */
  readonly capsLock: 'ignore' | 'follow' | 'either'
}

/** Figures of research on scanners and fast typists: people type faster than 35 ms only in bursts. */
export const defaultWedgeProfile: WedgeProfile = {
  minLength: 4,
  medianGapMs: 35,
  maxGapMs: 80,
  suffixes: ['Enter', 'Tab'],
  gsKeys: [],
  capsLock: 'ignore',
}

/** Gaps of one trial scan, suffix included, in ms. */
export type TrialGaps = readonly number[]

/**
 * Fits the timing to a device from a few trial scans of the calibration sheet. The largest gap
 * allowed is three times the 95th percentile, never under the default.
 *
 * @throws Error when there is no gap to measure.
 */
export function calibrate(trials: readonly TrialGaps[]): WedgeProfile {
  const base = defaultWedgeProfile
  const gaps = trials.flat().toSorted((a, b) => a - b)
  const p95 = gaps[Math.ceil(gaps.length * 0.95) - 1]
  if (p95 === undefined) throw new Error('Calibration needs at least one scan')
  const median = gaps[Math.floor(gaps.length / 2)] ?? p95
  return {
    ...base,
    // A Bluetooth scanner may be slow; up to half as slow again as measured still counts.
    medianGapMs: Math.max(base.medianGapMs, median * 1.5),
    maxGapMs: Math.max(base.maxGapMs, p95 * 3),
  }
}
