import { decimalText, toDecimal, type Decimal } from './decimal.ts'

/** Part of a quantity as people say it: so many of a unit; pieces where none is named. */
export interface UnitPart {
  readonly count: string
  readonly unit: string
}

/** What people call the units, in either language and either layout of the keyboard. */
const names: Readonly<Record<string, string>> = {
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

const part = /(\d+(?:\.\d+)?)\s*([A-Z가-힣ㄱ-ㅣ]*)\s*/y

/**
 * Reads `3b`, `3 BOX`, `1p 2b 5` or `2박스`: parts with the code of their unit, pieces last.
 * Undefined for anything else, and for a number alone.
 */
export function readUnits(text: string): readonly UnitPart[] | undefined {
  const wanted = text.normalize('NFC').trim().toUpperCase()
  const parts: UnitPart[] = []
  part.lastIndex = 0
  while (part.lastIndex < wanted.length) {
    const [, count = '', unit = ''] = part.exec(wanted) ?? []
    if (count === '' || parts.at(-1)?.unit === '') return undefined
    parts.push({ count, unit: names[unit] ?? unit })
  }
  return parts.some(({ unit }) => unit !== '') ? parts : undefined
}

/**
 * The pieces of the parts, exactly; `pieces` holds how many are in each unit. Undefined where a
 * unit is none of them.
 */
export function countPieces(
  parts: readonly UnitPart[],
  pieces: ReadonlyMap<string, string>,
): string | undefined {
  let sum: Decimal = { units: 0n, scale: 0 }
  for (const { count, unit } of parts) {
    const each = unit === '' || unit === 'EA' ? '1' : pieces.get(unit)
    if (each === undefined) return undefined
    sum = added(sum, times(toDecimal(count), toDecimal(each)))
  }
  return decimalText(sum)
}

function times(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

function added(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  const at = (value: Decimal) => value.units * 10n ** BigInt(scale - value.scale)
  return { units: at(a) + at(b), scale }
}
