import { expect, test } from 'vitest'

import { isFilled } from '#kernel/is-filled.ts'

// Spec §5: "Required field: missing if empty; number 0 and text 0 count as filled."

test('zero counts as filled, as a number and as text', () => {
  expect(isFilled(0)).toBe(true)
  expect(isFilled('0')).toBe(true)
  expect(isFilled('ICN')).toBe(true)
  expect(isFilled(false)).toBe(true)
  expect(isFilled(['A'])).toBe(true)
})

test('null, undefined, blanks, NaN and an empty list count as empty', () => {
  for (const empty of [null, undefined, '', '  ', '\u3000', Number.NaN, []]) {
    expect(isFilled(empty), JSON.stringify(empty)).toBe(false)
  }
})
