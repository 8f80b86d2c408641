/**
 * Exact decimal number: `units` × 10^−`scale`. Amounts are computed with these because a double
 * cannot represent 1.005 and rounds a different value.
 */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** `half` rounds up from 5, `down` truncates, `up` rounds up any remainder. */
export type RoundingDirection = 'half' | 'down' | 'up'

const plainNumber = /^([+-]?)(\d+)(?:\.(\d+))?$/
const scientificNumber = /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/**
 * Parses a number exactly as written: both `'1.005'` and the number 1.005 are 1.005. Throws
 * RangeError for text that is not a plain decimal number and for NaN and Infinity.
 */
export function toDecimal(value: string | number): Decimal {
  // A double is read as the shortest text that parses to the same number.
  const match = (typeof value === 'number' ? scientificNumber : plainNumber).exec(String(value))
  if (!match) throw new RangeError(`no decimal number: ${value}`)
  const [, sign, whole = '', decimals = '', exponent = '0'] = match
  const units = BigInt(`${whole}${decimals}`)
  return { units: sign === '-' ? -units : units, scale: decimals.length - Number(exponent) }
}

/**
 * Rounds to `decimals` places; −1 rounds to tens. A negative number is rounded by its absolute
 * value, so a credit note always cancels its invoice to the last won.
 */
export function roundDecimal(value: Decimal, decimals: number, way: RoundingDirection): Decimal {
  const surplus = value.scale - decimals
  if (surplus <= 0) return value
  const step = 10n ** BigInt(surplus)
  const magnitude = value.units < 0n ? -value.units : value.units
  const rest = magnitude % step
  const isUp = way === 'half' ? rest * 2n >= step : way === 'up' && rest > 0n
  const units = magnitude / step + (isUp ? 1n : 0n)
  return { units: value.units < 0n ? -units : units, scale: decimals }
}

/** Full decimal notation without trailing zeros after the point and without `-0`. */
export function decimalText({ units, scale }: Decimal): string {
  if (scale <= 0) return String(units * 10n ** BigInt(-scale))
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const decimals = digits.slice(-scale).replace(/0+$/, '')
  const text = digits.slice(0, -scale) + (decimals === '' ? '' : `.${decimals}`)
  return units < 0n ? `-${text}` : text
}

function alignScales(a: Decimal, b: Decimal): [a: bigint, b: bigint, scale: number] {
  const scale = Math.max(a.scale, b.scale)
  const alignScale = (value: Decimal) => value.units * 10n ** BigInt(scale - value.scale)
  return [alignScale(a), alignScale(b), scale]
}

export function addDecimal(first: Decimal, second: Decimal): Decimal {
  const [a, b, scale] = alignScales(first, second)
  return { units: a + b, scale }
}

export function subtractDecimal(first: Decimal, second: Decimal): Decimal {
  return addDecimal(first, { units: -second.units, scale: second.scale })
}

export function multiplyDecimal(first: Decimal, second: Decimal): Decimal {
  return { units: first.units * second.units, scale: first.scale + second.scale }
}

export function compareDecimal(first: Decimal, second: Decimal): number {
  const [a, b] = alignScales(first, second)
  if (a === b) return 0
  return a < b ? -1 : 1
}
