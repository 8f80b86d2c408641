import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { roundAmount, type AmountRule } from '#areas/freight/rules/amount.ts'
import {
  isRoundingMode,
  roundByMode,
  roundingModes,
  type RoundingMode,
} from '#areas/freight/rules/rounding-mode.ts'

const modes = Object.keys(roundingModes).map(Number).filter(isRoundingMode)

const known: Readonly<Record<RoundingMode, readonly (readonly [string | number, string])[]>> = {
  1: [
    ['1234.49', '1234'],
    ['1234.5', '1235'],
    ['1234.59', '1235'],
    ['-1234.5', '-1235'],
    ['-1234.49', '-1234'],
  ],
  2: [
    ['1234.99', '1234'],
    ['-1234.99', '-1234'],
    ['0.9', '0'],
  ],
  3: [
    ['1234', '1230'],
    ['1235', '1240'],
    ['1234.999', '1230'],
    ['-1235', '-1240'],
  ],
  4: [
    ['1239.99', '1230'],
    ['9', '0'],
    ['-1239', '-1230'],
  ],
  5: [
    ['1239.49', '1230'],
    ['1239.5', '1240'],
    ['1235', '1230'],
    ['9.5', '10'],
    ['-1239.5', '-1240'],
  ],
  7: [
    ['1234.01', '1235'],
    ['1234', '1234'],
    ['-1234.01', '-1235'],
  ],
  11: [
    [1.005, '1.01'],
    ['2.675', '2.68'],
    [-1.005, '-1.01'],
    ['12.344', '12.34'],
    ['12345678901234567.895', '12345678901234567.9'],
  ],
  21: [
    [1.0005, '1.001'],
    ['1.0004', '1'],
  ],
  22: [
    ['1.0019', '1.001'],
    ['-1.0019', '-1.001'],
  ],
  23: [
    ['1.0015', '1.002'],
    ['-1.0015', '-1.002'],
    [4.0005, '4.001'],
  ],
  24: [
    ['1234.5', '1235'],
    ['1234.49', '1234'],
    ['-1234.5', '-1235'],
    [2.5, '3'],
  ],
}

describe('spec §9: Rounding modes: 1 floor to 1 decimal then round; 2 floor; 3 round to tens; 4 floor to tens; 5 combined; 7 ceiling; 11 two decimals; 21 three decimals; 22 floor to three decimals; 23 round to three decimals; 24 round.', () => {
  for (const mode of modes) {
    test(`mode ${mode}: ${roundingModes[mode].label.en}`, () => {
      for (const [amount, rounded] of known[mode]) {
        expect(roundByMode(amount, mode), String(amount)).toBe(rounded)
      }
    })
  }

  test('numbers between the listed modes are not modes', () => {
    expect(modes).toEqual([1, 2, 3, 4, 5, 7, 11, 21, 22, 23, 24])
    expect([0, 6, 8, 12, 25, 1.5].filter(isRoundingMode)).toEqual([])
  })

  test('rounding is idempotent, and a negative amount rounds to the negated result, in every mode', () => {
    const cents = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n })
    fc.assert(
      fc.property(cents, fc.constantFrom(...modes), (units, mode) => {
        const formatUnits = (value: bigint) =>
          `${value / 10_000n}.${String(value % 10_000n).slice(-4)}`
        const size = units < 0n ? -units : units
        const rounded = roundByMode(formatUnits(size), mode)
        expect(roundByMode(rounded, mode)).toBe(rounded)
        expect(roundByMode(`-${formatUnits(size)}`, mode)).toBe(
          rounded === '0' ? '0' : `-${rounded}`,
        )
      }),
    )
  })

  test('modes 2, 4 and 22 never exceed the amount, and mode 7 never falls below it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (units) => {
        const amount = units / 10_000
        const less = ([2, 4, 22] as const).map((mode) => Number(roundByMode(amount, mode)))
        expect(Math.max(...less)).toBeLessThanOrEqual(amount)
        expect(Number(roundByMode(amount, 7))).toBeGreaterThanOrEqual(amount)
      }),
    )
  })
})

describe('spec §9: Amounts are rounded to 2 decimals, then to 0 decimals for local currency, or by rounding mode for KR.', () => {
  const korea: AmountRule = { currencyCd: 'KRW', localCurrencyCd: 'KRW', countryCd: 'KR' }
  const dollars: AmountRule = { ...korea, currencyCd: 'USD' }
  const japan: AmountRule = { currencyCd: 'JPY', localCurrencyCd: 'JPY', countryCd: 'JP' }

  test('an amount in foreign currency has 2 decimals', () => {
    expect(roundAmount(1.005, dollars)).toBe('1.01')
    expect(roundAmount('-2.675', dollars)).toBe('-2.68')
    expect(roundAmount('100.554', { ...dollars, roundingMode: 4 })).toBe('100.55')
  })

  test('an amount in local currency has no decimals', () => {
    expect(roundAmount('1234.5', japan)).toBe('1235')
    expect(roundAmount('1234.49', japan)).toBe('1234')
    expect(roundAmount('1234.495', japan)).toBe('1235')
    expect(roundAmount('1234.494', japan)).toBe('1234')
  })

  test('a local amount in KR follows the rounding mode', () => {
    expect(roundAmount('12345.678', { ...korea, roundingMode: 4 })).toBe('12340')
    expect(roundAmount('12345.678', { ...korea, roundingMode: 7 })).toBe('12346')
    // Rounds to 2 decimals first, so smaller fractions do not round up.
    expect(roundAmount('12345.004', { ...korea, roundingMode: 7 })).toBe('12345')
  })

  test('a KR amount without a mode has no decimals, and elsewhere the mode is ignored', () => {
    expect(roundAmount('12345.5', korea)).toBe('12346')
    expect(roundAmount('12345.5', { ...japan, roundingMode: 4 })).toBe('12346')
  })
})
