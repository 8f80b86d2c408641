import fc from 'fast-check'
import { expect, test } from 'vitest'

import { decimalText, roundDecimal, toDecimal, type RoundingDirection } from '#kernel/decimal.ts'

function round(value: string | number, decimals: number, way: RoundingDirection): string {
  return decimalText(roundDecimal(toDecimal(value), decimals, way))
}

const amount = fc.record({
  units: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
  scale: fc.integer({ min: 0, max: 8 }),
})

test('halves round away from zero even if inexact in a double: 1.005 and 2.675', () => {
  expect(round(1.005, 2, 'half')).toBe('1.01')
  expect(round('1.005', 2, 'half')).toBe('1.01')
  expect(round(2.675, 2, 'half')).toBe('2.68')
  expect(round(-1.005, 2, 'half')).toBe('-1.01')
  expect(round('1.00499999999999999999', 2, 'half')).toBe('1')
})

test('floor and ceiling of a negative amount mirror those of the positive one', () => {
  expect(round('12.9', 0, 'down')).toBe('12')
  expect(round('-12.9', 0, 'down')).toBe('-12')
  expect(round('12.1', 0, 'up')).toBe('13')
  expect(round('-12.1', 0, 'up')).toBe('-13')
  expect(round('12', 0, 'up')).toBe('12')
})

test('minus one decimal rounds to tens', () => {
  expect(round('1235', -1, 'half')).toBe('1240')
  expect(round('1239.99', -1, 'down')).toBe('1230')
  expect(round('1231', -1, 'up')).toBe('1240')
  expect(round('4', -1, 'half')).toBe('0')
})

test('numbers of any size convert to plain decimal text', () => {
  expect(decimalText(toDecimal(1e21))).toBe('1000000000000000000000')
  expect(decimalText(toDecimal(1.5e-7))).toBe('0.00000015')
  expect(decimalText(toDecimal('-0.00'))).toBe('0')
  expect(decimalText(toDecimal(-0))).toBe('0')
  expect(decimalText(toDecimal('+0012.340'))).toBe('12.34')
})

test('anything but a plain decimal number is rejected', () => {
  for (const wrong of ['', ' ', '1,000', '1e3', '.5', '5.', '0x10', '１', '1.2.3', NaN, Infinity]) {
    expect(() => toDecimal(wrong), String(wrong)).toThrow(RangeError)
  }
})

test('an amount converted to text is parsed back as the same amount', () => {
  fc.assert(
    fc.property(amount, (value) => {
      const again = toDecimal(decimalText(value))
      expect(again.units * 10n ** BigInt(value.scale)).toBe(
        value.units * 10n ** BigInt(again.scale),
      )
    }),
  )
})

test('a rounded amount and its rounded negative always cancel out', () => {
  const way = fc.constantFrom<RoundingDirection>('half', 'down', 'up')
  fc.assert(
    fc.property(amount, fc.integer({ min: -2, max: 4 }), way, (value, decimals, how) => {
      const reverse = { ...value, units: -value.units }
      const [first, second] = [
        roundDecimal(value, decimals, how),
        roundDecimal(reverse, decimals, how),
      ]
      expect(first.units + second.units).toBe(0n)
      expect(first.scale).toBe(second.scale)
    }),
  )
})

test('floor never adds, ceiling never subtracts and half rounds by at most half a step', () => {
  const absolute = (units: bigint) => (units < 0n ? -units : units)
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 8 }), (value, decimals) => {
      fc.pre(value.scale > decimals)
      const step = 10n ** BigInt(value.scale - decimals)
      const roundingError = (way: RoundingDirection) =>
        absolute(roundDecimal(value, decimals, way).units) * step - absolute(value.units)
      expect(roundingError('down') <= 0n && roundingError('down') > -step).toBe(true)
      expect(roundingError('up') >= 0n && roundingError('up') < step).toBe(true)
      expect(absolute(roundingError('half')) * 2n <= step).toBe(true)
    }),
  )
})
