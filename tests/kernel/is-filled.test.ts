import { expect, test } from 'vitest'

import { isFilled } from '#kernel/is-filled.ts'

// Spec §5: "Required field: missing if empty; number 0 and text 0 count as filled."

test('zero is a value, as a number and as text', () => {
  expect(isFilled(0)).toBe(true)
  expect(isFilled('0')).toBe(true)
  expect(isFilled('ICN')).toBe(true)
  expect(isFilled(false)).toBe(true)
  expect(isFilled(['A'])).toBe(true)
})

test('nothing, blanks and a number box without a number are empty', () => {
  for (const empty of [null, undefined, '', '  ', '\u3000', Number.NaN, []]) {
    expect(isFilled(empty), JSON.stringify(empty)).toBe(false)
  }
})
