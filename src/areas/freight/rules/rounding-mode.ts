import { decimalText, roundDecimal, toDecimal, type RoundingDirection } from '#kernel/decimal.ts'
import type { Label } from '#kernel/label.ts'
import { roundingNames } from './code-lists.ts'

/** Rounding modes, numbered as in spec §9. Missing numbers are unused. */
export type RoundingMode = 1 | 2 | 3 | 4 | 5 | 7 | 11 | 21 | 22 | 23 | 24

interface Rounding {
  readonly label: Label
  /** Applied in order. −1 decimals means rounding to tens. */
  readonly steps: readonly (readonly [decimals: number, way: RoundingDirection])[]
}

/**
 * Steps of each mode. The spec only calls mode 5 combined. Here it is mode 1, then mode 4: the
 * Korean freight practice of rounding to won and dropping amounts below ten won. Modes 11 and 21
 * specify only their decimals, so they round. With exact decimals, modes 1 and 24 give the same
 * result. Both remain because both are stored for customers.
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

export function isRoundingMode(mode: number): mode is RoundingMode {
  return Object.hasOwn(roundingModes, mode)
}

/**
 * Rounds an amount by a mode (spec §9) and returns exact decimal text. Floor truncates; ceiling and
 * half round away from zero, also for negative amounts. Throws RangeError for values that are not
 * numbers.
 */
export function roundByMode(amount: string | number, mode: RoundingMode): string {
  const rounded = roundingModes[mode].steps.reduce(
    (value, [decimals, way]) => roundDecimal(value, decimals, way),
    toDecimal(amount),
  )
  return decimalText(rounded)
}
