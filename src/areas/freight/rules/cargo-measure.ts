import { decimalText, roundDecimal, toDecimal, type Decimal } from '#kernel/decimal.ts'

function maxDecimal(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  const toCommonScale = (value: Decimal) => value.units * 10n ** BigInt(scale - value.scale)
  return toCommonScale(a) >= toCommonScale(b) ? a : b
}

/**
 * Revenue tons by sea: the larger of cubic metres and metric tons. Throws RangeError for values
 * that are not numbers.
 */
export function revenueTons(cbm: string | number, weightKg: string | number): string {
  const kilograms = toDecimal(weightKg)
  return decimalText(maxDecimal(toDecimal(cbm), { ...kilograms, scale: kilograms.scale + 3 }))
}

export interface AirPiece {
  readonly count: number
  readonly lengthCm: number
  readonly widthCm: number
  readonly heightCm: number
}

/** Volume in cubic centimetres charged as one kilogram by air. */
const cubicCmPerKg = 6000n

/** Rounds kilograms up to the next half kilogram, as air carriers do. */
function toHalfKg(kg: Decimal): Decimal {
  const { units } = roundDecimal({ ...kg, units: kg.units * 2n }, 0, 'up')
  return { units: units * 5n, scale: 1 }
}

/**
 * Chargeable kilograms by air: the larger of gross and volume weight, rounded up to half kilograms.
 */
export function chargeableKg(pieces: readonly AirPiece[], grossKg: string | number): string {
  const volume = pieces.reduce(
    (sum, { count, lengthCm, widthCm, heightCm }) =>
      sum + BigInt(count) * BigInt(lengthCm) * BigInt(widthCm) * BigInt(heightCm),
    0n,
  )
  const thousandths = (volume * 1000n + cubicCmPerKg - 1n) / cubicCmPerKg
  const byVolume = { units: thousandths, scale: 3 }
  return decimalText(toHalfKg(maxDecimal(toDecimal(grossKg), byVolume)))
}
