import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatMoney } from '#kernel/money-format.ts'

// Spec §9: "Korean: won, 0 decimals; English: dollar, 2 decimals; negative currency in parentheses;
// thousands comma, group size 3."

test('Korean amounts are in won without decimals', () => {
  expect(formatMoney(1_234_567, 'ko')).toBe('₩1,234,567')
  expect(formatMoney('999.5', 'ko')).toBe('₩1,000')
  expect(formatMoney(0, 'ko')).toBe('₩0')
})

test('English amounts are in dollars with two decimals', () => {
  expect(formatMoney(1_234_567.5, 'en')).toBe('$1,234,567.50')
  expect(formatMoney(1.005, 'en')).toBe('$1.01')
  expect(formatMoney('2.675', 'en')).toBe('$2.68')
})

test('negative amounts are in parentheses unless they round to zero', () => {
  expect(formatMoney(-1234.5, 'en')).toBe('($1,234.50)')
  expect(formatMoney('-1234.5', 'ko')).toBe('(₩1,235)')
  expect(formatMoney('-0.4', 'ko')).toBe('₩0')
  expect(formatMoney('-0.004', 'en')).toBe('$0.00')
})

test('an amount beyond double precision keeps its last digit', () => {
  expect(formatMoney('9007199254740993.01', 'en')).toBe('$9,007,199,254,740,993.01')
})

test('a value that is not a number throws a RangeError', () => {
  for (const wrong of ['', '1,000', 'abc', Number.NaN]) {
    expect(() => formatMoney(wrong, 'ko'), String(wrong)).toThrow(RangeError)
  }
})

test('amounts of any size have thousands separators', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (won) => {
      const text = formatMoney(String(won), 'ko')
      expect(text).toMatch(won < 0n ? /^\(₩\d{1,3}(,\d{3})*\)$/ : /^₩\d{1,3}(,\d{3})*$/)
      expect(BigInt(text.replace(/\D/g, ''))).toBe(won < 0n ? -won : won)
    }),
  )
})
