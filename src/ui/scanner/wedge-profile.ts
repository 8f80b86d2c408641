/** Key by which a scanner sends the FNC1 separator (GS, 0x1D). */
export type GsKey = 'Control+]' | 'Alt+0029' | 'F8' | 'ArrowDown' | 'ControlRight'

export interface WedgeProfile {
  readonly minLength: number
  /** Median of the gaps, in milliseconds. */
  readonly medianGapMs: number
  /** Maximum gap, including the one before the suffix, in milliseconds. */
  readonly maxGapMs: number
  readonly suffixes: readonly ('Enter' | 'Tab')[]
  /** Keys read as GS inside a burst, in addition to Ctrl+] and Alt+0029. */
  readonly gsKeys: readonly GsKey[]
  /**
   * Most scanners send Shift for a capital regardless of CapsLock (`ignore`). Scanners with the
   * setting "CapsLock auto" follow it. `either` is for machines with both kinds: with CapsLock on,
   * the reading with more capitals is used.
   */
  readonly capsLock: 'ignore' | 'follow' | 'either'
}

/**
 * Based on research on scanners and typists. Typists are faster than 35 ms only in short bursts.
 */
export const defaultWedgeProfile: WedgeProfile = {
  minLength: 4,
  medianGapMs: 35,
  maxGapMs: 80,
  suffixes: ['Enter', 'Tab'],
  gsKeys: [],
  capsLock: 'ignore',
}

/** Gaps of one trial scan including the suffix, in ms. */
export type TrialGaps = readonly number[]

/**
 * Fits the timing to trial scans. The maximum gap is three times the 95th percentile, at least the
 * default.
 *
 * @throws Error if there is no gap to measure.
 */
export function calibrate(trials: readonly TrialGaps[]): WedgeProfile {
  const base = defaultWedgeProfile
  const gaps = trials.flat().toSorted((a, b) => a - b)
  const p95 = gaps[Math.ceil(gaps.length * 0.95) - 1]
  if (p95 === undefined) throw new Error('Calibration needs at least one scan')
  const median = gaps[Math.floor(gaps.length / 2)] ?? p95
  return {
    ...base,
    // Bluetooth scanners can be slow, so allow 50 % more than measured.
    medianGapMs: Math.max(base.medianGapMs, median * 1.5),
    maxGapMs: Math.max(base.maxGapMs, p95 * 3),
  }
}
