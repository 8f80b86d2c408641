import { decimalText, toDecimal, type Decimal } from './decimal.ts'

export interface UnitPart {
  readonly count: string
  readonly unit: string
}

const unitAliases: Readonly<Record<string, string>> = {
  EA: 'EA',
  E: 'EA',
  개: 'EA',
  낱개: 'EA',
  B: 'BOX',
  BX: 'BOX',
  박스: 'BOX',
  ㅠ: 'BOX',
  P: 'PLT',
  PL: 'PLT',
  파렛트: 'PLT',
  팔레트: 'PLT',
  ㅔ: 'PLT',
}

/** Digits around a single E are an exponent, not pieces: Java writes 10,000,000 as 1.0E7. */
const exponent = /\dE\d/
const unitPartPattern = /(\d+(?:\.\d+)?)\s*([A-Z가-힣ㄱ-ㅣ]*)\s*/y

/**
 * Parses `3b`, `3 BOX`, `1p 2b 5` or `2박스` into counts with unit codes, pieces last. Undefined for
 * any other text and for a plain number.
 */
export function readUnits(text: string): readonly UnitPart[] | undefined {
  const wanted = text.normalize('NFC').trim().toUpperCase()
  if (exponent.test(wanted)) return undefined
  const parts: UnitPart[] = []
  unitPartPattern.lastIndex = 0
  while (unitPartPattern.lastIndex < wanted.length) {
    const [, count = '', unit = ''] = unitPartPattern.exec(wanted) ?? []
    const last = parts.at(-1)?.unit
    // Rejects pieces that are counted twice, as in 7개5.
    if (count === '' || last === '' || (last === 'EA' && unit === '')) return undefined
    parts.push({ count, unit: unitAliases[unit] ?? unit })
  }
  return parts.some(({ unit }) => unit !== '') ? parts : undefined
}

/**
 * Total number of pieces in the parts, exact. `pieces` contains the pieces per unit. Undefined for
 * an unknown unit.
 */
export function countPieces(
  parts: readonly UnitPart[],
  pieces: ReadonlyMap<string, string>,
): string | undefined {
  let sum: Decimal = { units: 0n, scale: 0 }
  for (const { count, unit } of parts) {
    const perUnit = unit === '' || unit === 'EA' ? '1' : pieces.get(unit)
    if (perUnit === undefined) return undefined
    sum = addDecimals(sum, multiplyPieces(toDecimal(count), toDecimal(perUnit)))
  }
  return decimalText(sum)
}

function multiplyPieces(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  const scaleUnits = (value: Decimal) => value.units * 10n ** BigInt(scale - value.scale)
  return { units: scaleUnits(a) + scaleUnits(b), scale }
}
