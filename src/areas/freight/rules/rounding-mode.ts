import { decimalText, roundDecimal, toDecimal, type RoundingWay } from '#kernel/decimal.ts'
import { label, type Label } from '#kernel/label.ts'

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
    label: label('소수 둘째 자리 절사 후 반올림', 'Floor to 1 decimal, then round'),
    steps: [
      [1, 'down'],
      [0, 'half'],
    ],
  },
  2: { label: label('소수점 이하 절사', 'Floor'), steps: [[0, 'down']] },
  3: { label: label('10원 단위 반올림', 'Round to tens'), steps: [[-1, 'half']] },
  4: { label: label('10원 미만 절사', 'Floor to tens'), steps: [[-1, 'down']] },
  5: {
    label: label('원 단위 반올림 후 10원 미만 절사', 'Round to one, then floor to tens'),
    steps: [
      [1, 'down'],
      [0, 'half'],
      [-1, 'down'],
    ],
  },
  7: { label: label('소수점 이하 올림', 'Ceiling'), steps: [[0, 'up']] },
  11: { label: label('소수 둘째 자리까지', 'Two decimals'), steps: [[2, 'half']] },
  21: { label: label('소수 셋째 자리까지', 'Three decimals'), steps: [[3, 'half']] },
  22: { label: label('소수 셋째 자리 미만 절사', 'Floor to three decimals'), steps: [[3, 'down']] },
  23: { label: label('소수 셋째 자리로 반올림', 'Round to three decimals'), steps: [[3, 'half']] },
  24: { label: label('반올림', 'Round'), steps: [[0, 'half']] },
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
