import { decimalText, roundDecimal, toDecimal, type RoundingWay } from '#kernel/decimal.ts'
import type { Label } from '#kernel/label.ts'
import { roundingNames } from './code-lists.ts'

/** How an amount is rounded; the numbers are the spec's (§9), the others are not in use. */
export type RoundingMode = 1 | 2 | 3 | 4 | 5 | 7 | 11 | 21 | 22 | 23 | 24

interface Rounding {
  readonly label: Label
  /** Done one after the other; −1 decimals is to tens. */
  readonly steps: readonly (readonly [decimals: number, way: RoundingWay])[]
}

/**
 * What each mode does. Mode 5 is only called combined: here it is mode 1, then mode 4, as freight
 * is billed in Korea when whole won are rounded and less than ten won is dropped. Modes 11 and 21
 * name only their decimals: they round. On exact decimals mode 1 gives what mode 24 gives; both
 * stay, because both are kept with customers.
 */
export const roundingModes: Readonly<Record<RoundingMode, Rounding>> = {
  1: {
    label: roundingNames[1],
    steps: [
      [1, 'down'],
      [0, 'half'],
    ],
  },
  2: { label: roundingNames[2], steps: [[0, 'down']] },
  3: { label: roundingNames[3], steps: [[-1, 'half']] },
  4: { label: roundingNames[4], steps: [[-1, 'down']] },
  5: {
    label: roundingNames[5],
    steps: [
      [1, 'down'],
      [0, 'half'],
      [-1, 'down'],
    ],
  },
  7: { label: roundingNames[7], steps: [[0, 'up']] },
  11: { label: roundingNames[11], steps: [[2, 'half']] },
  21: { label: roundingNames[21], steps: [[3, 'half']] },
  22: { label: roundingNames[22], steps: [[3, 'down']] },
  23: { label: roundingNames[23], steps: [[3, 'half']] },
  24: { label: roundingNames[24], steps: [[0, 'half']] },
}

/** Whether a stored number is a rounding mode. */
export function isRoundingMode(mode: number): mode is RoundingMode {
  return Object.hasOwn(roundingModes, mode)
}

/**
 * Rounds an amount by a mode (spec §9), exactly, as plain decimal text. Floor drops, ceiling adds
 * and a half goes away from zero, on both sides of zero alike. Throws RangeError for no number.
 */
export function roundByMode(amount: string | number, mode: RoundingMode): string {
  const rounded = roundingModes[mode].steps.reduce(
    (value, [decimals, way]) => roundDecimal(value, decimals, way),
    toDecimal(amount),
  )
  return decimalText(rounded)
}
