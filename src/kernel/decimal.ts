/**
 * A decimal number held exactly: `units` × 10^−`scale`. Amounts are worked out on these, because a
 * double has no 1.005 and rounds what it has instead.
 */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** `half` goes up from 5 on, `down` drops what follows, `up` takes any rest for a whole. */
export type RoundingWay = 'half' | 'down' | 'up'

const plain = /^([+-]?)(\d+)(?:\.(\d+))?$/
const withExponent = /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/**
 * Reads a number as it is written: `'1.005'` and the number 1.005 are both exactly that. Throws
 * RangeError for text that is no plain decimal number and for NaN and Infinity.
 */
export function toDecimal(value: string | number): Decimal {
  // A number is what it shows: its shortest text that reads back as the same number.
  const match = (typeof value === 'number' ? withExponent : plain).exec(String(value))
  if (!match) throw new RangeError(`no decimal number: ${value}`)
  const [, sign, whole = '', decimals = '', exponent = '0'] = match
  const units = BigInt(`${whole}${decimals}`)
  return { units: sign === '-' ? -units : units, scale: decimals.length - Number(exponent) }
}

/**
 * Rounds to so many decimals; −1 is to tens. A negative number is rounded as its positive twin and
 * gets its sign back, so that a credit note always cancels its invoice to the last won.
 */
export function roundDecimal(value: Decimal, decimals: number, way: RoundingWay): Decimal {
  const surplus = value.scale - decimals
  if (surplus <= 0) return value
  const step = 10n ** BigInt(surplus)
  const magnitude = value.units < 0n ? -value.units : value.units
  const rest = magnitude % step
  const isUp = way === 'half' ? rest * 2n >= step : way === 'up' && rest > 0n
  const units = magnitude / step + (isUp ? 1n : 0n)
  return { units: value.units < 0n ? -units : units, scale: decimals }
}

/** The number written out in full, with no zeros after its last decimal and no `-0`. */
export function decimalText({ units, scale }: Decimal): string {
  if (scale <= 0) return String(units * 10n ** BigInt(-scale))
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const decimals = digits.slice(-scale).replace(/0+$/, '')
  const text = digits.slice(0, -scale) + (decimals === '' ? '' : `.${decimals}`)
  return units < 0n ? `-${text}` : text
}

/** Both numbers in the units of the finer one. */
function aligned(a: Decimal, b: Decimal): [a: bigint, b: bigint, scale: number] {
  const scale = Math.max(a.scale, b.scale)
  const lift = (value: Decimal) => value.units * 10n ** BigInt(scale - value.scale)
  return [lift(a), lift(b), scale]
}

/** The exact sum. */
export function addDecimal(first: Decimal, second: Decimal): Decimal {
  const [a, b, scale] = aligned(first, second)
  return { units: a + b, scale }
}

/** The exact difference. */
export function subtractDecimal(first: Decimal, second: Decimal): Decimal {
  return addDecimal(first, { units: -second.units, scale: second.scale })
}

/** The exact product. */
export function multiplyDecimal(first: Decimal, second: Decimal): Decimal {
  return { units: first.units * second.units, scale: first.scale + second.scale }
}

/** Below zero, zero or above it, as a sort wants it. */
export function compareDecimal(first: Decimal, second: Decimal): number {
  const [a, b] = aligned(first, second)
  if (a === b) return 0
  return a < b ? -1 : 1
}
