import { expect, test } from 'vitest'
import { countPieces, readUnits } from '#kernel/unit-text.ts'

const pieces = new Map([
  ['BOX', '12'],
  ['PLT', '480'],
  ['KG', '0.5'],
])

test.each([
  ['3b', '36'],
  ['3 BOX', '36'],
  ['1p2b5', '509'],
  ['1 p 2 b 5', '509'],
  ['2박스', '24'],
  ['2ㅠ', '24'],
  ['1ㅔ', '480'],
  ['0.5b', '6'],
  ['7개', '7'],
  ['2.5kg', '1.25'],
])('%s is %s pieces', (typed, expected) => {
  expect(countPieces(readUnits(typed) ?? [], pieces)).toBe(expected)
})

test.each(['1e3', '1E3', '2.5e2', '1.0E7', '1p2e3', '7ea5', '1e3b'])(
  '%s is rejected: an exponent, or pieces counted twice',
  (typed) => {
    expect(readUnits(typed)).toBeUndefined()
  },
)

test.each(['36', '', 'b', '3b-', '5 3b', '3b 5 2', '1,000b'])(
  '%s is not a quantity in units',
  (typed) => {
    expect(readUnits(typed)).toBeUndefined()
  },
)

test('a quantity in a unit the item does not have is invalid', () => {
  expect(countPieces(readUnits('3 CTN') ?? [], pieces)).toBeUndefined()
})
