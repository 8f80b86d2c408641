import { decimalText, roundDecimal, toDecimal, type Decimal } from '#kernel/decimal.ts'

function larger(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale)
  const units = (value: Decimal) => value.units * 10n ** BigInt(scale - value.scale)
  return units(one) >= units(other) ? one : other
}

/** Revenue tons by sea: cubic metres or tons, whichever is more. Throws RangeError for no number. */
export function revenueTons(cbm: string | number, weightKg: string | number): string {
  const kilograms = toDecimal(weightKg)
  return decimalText(larger(toDecimal(cbm), { ...kilograms, scale: kilograms.scale + 3 }))
}

/** A piece of air cargo, in whole centimetres. */
export interface AirPiece {
  readonly count: number
  readonly lengthCm: number
  readonly widthCm: number
  readonly heightCm: number
}

/** Cubic centimetres that are charged as a kilogram by air. */
const cubicCmPerKg = 6000n

/** Chargeable kilograms by air: gross or by volume, whichever is more, to three decimals upwards. */
export function chargeableKg(pieces: readonly AirPiece[], grossKg: string | number): string {
  const volume = pieces.reduce(
    (sum, { count, lengthCm, widthCm, heightCm }) =>
      sum + BigInt(count) * BigInt(lengthCm) * BigInt(widthCm) * BigInt(heightCm),
    0n,
  )
  const thousandths = (volume * 1000n + cubicCmPerKg - 1n) / cubicCmPerKg
  const byVolume = { units: thousandths, scale: 3 }
  return decimalText(larger(roundDecimal(toDecimal(grossKg), 3, 'up'), byVolume))
}
