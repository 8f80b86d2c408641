import fc from 'fast-check'
import { expect, test } from 'vitest'

import { aggregate, DecimalSum } from '#ui/grid/rows/aggregate.ts'

test('the sum of 0.1 and 0.2 is exactly 0.3', () => {
  expect(aggregate('SUM', [0.1, 0.2])).toBe(0.3)
})

test('ten thousand line volumes sum exactly to the cubic decimetre', () => {
  expect(aggregate('SUM', Array<number>(10_000).fill(6.199))).toBe(61_990)
})

test('the sum of any decimals equals the sum of their scaled integers', () => {
  const amounts = fc.array(fc.tuple(fc.integer({ min: -1e12, max: 1e12 }), fc.nat({ max: 4 })))
  fc.assert(
    fc.property(amounts, (values) => {
      const sum = new DecimalSum()
      for (const [digits, scale] of values) sum.add(digits / 10 ** scale)
      const exact = values.reduce(
        (total, [digits, scale]) => total + BigInt(digits) * 10n ** BigInt(4 - scale),
        0n,
      )
      const text = sum.toString()
      const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
      const read = BigInt(whole + fraction.padEnd(4, '0')) * (text.startsWith('-') ? -1n : 1n)
      expect(read).toBe(exact)
    }),
  )
})

test('a sum too long for a double is returned as text with all its digits', () => {
  expect(aggregate('SUM', ['9007199254740993.25', 1])).toBe('9007199254740994.25')
})

test('each footer computes its own aggregate of a column', () => {
  const values = [10, 2.5, null, 8.5]
  const footers = ['SUM', 'COUNT', 'MAX', 'MIN', 'AVG'] as const
  expect(footers.map((footer) => aggregate(footer, values))).toEqual([21, 3, 10, 2.5, 7])
})

test('empty cells are ignored by every footer', () => {
  const values = [10, null, 20]
  expect(aggregate('SUM', values)).toBe(30)
  expect(aggregate('COUNT', values)).toBe(2)
  expect(aggregate('AVG', values)).toBe(15)
  expect(aggregate('MIN', values)).toBe(10)
  expect(aggregate('MAX', values)).toBe(20)
  expect(aggregate('AVG', [null])).toBe(null)
})

test('a column without values has no sum, and 0 is a value', () => {
  expect(aggregate('SUM', [null, null])).toBeNull()
  expect(aggregate('SUM', [])).toBeNull()
  expect(aggregate('SUM', [null, 0])).toBe(0)
})

test('MIN and MAX return the earliest and latest date of a column', () => {
  const dates = ['20270331', null, '20261201']
  expect(aggregate('MIN', dates)).toBe('20261201')
  expect(aggregate('MAX', dates)).toBe('20270331')
})

test('a custom footer returns its own text', () => {
  expect(aggregate((values) => `${values.length} kinds`, ['A', 'B'])).toBe('2 kinds')
})
