import { expect, test } from 'vitest'
import { formatCount } from '#kernel/format-count.ts'

test.each([
  [0, '0', '0 rows'],
  [1, '1', '1 row'],
  ['1', '1', '1 row'],
  [999, '999', '999 rows'],
  [12_345, '12,345', '12,345 rows'],
  [-1_234_567n, '-1,234,567', '-1,234,567 rows'],
  ['12345678901234567.125', '12,345,678,901,234,567.125', '12,345,678,901,234,567.125 rows'],
  ['1,234', '1,234', '1,234 rows'],
  [undefined, '0', '0 rows'],
])('%s is formatted as %s, and with a noun as %s', (count, alone, named) => {
  expect(formatCount(count)).toBe(alone)
  expect(formatCount(count, 'row')).toBe(named)
})

test('a given plural is used for counts other than one', () => {
  expect(formatCount(1, 'match', 'matches')).toBe('1 match')
  expect(formatCount(2_000, 'match', 'matches')).toBe('2,000 matches')
})
