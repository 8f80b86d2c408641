import { expect, test } from 'vitest'

import { checkValue, stripNonDigits, normalizeUpperCase, zeroToEmpty } from '#kernel/box-value.ts'

// Spec §5: "Text boxes can force upper case or keep only digits (numberOnly). Number boxes can turn
// zero into empty. Check boxes map to Y and N by default."

test('a text box converts input to upper case', () => {
  expect(normalizeUpperCase('ab-1 가')).toBe('AB-1 가')
})

test('a text box keeps digits only and converts full-width ones of the input method', () => {
  expect(stripNonDigits('A-1２3 가④')).toBe('1234')
  expect(stripNonDigits('abc')).toBe('')
})

test('a number box turns only zero into an empty value', () => {
  expect([0, -0, 1, -1, null].map(zeroToEmpty)).toEqual([null, null, 1, -1, null])
})

test('a check box maps to Y and N unless its column defines other values', () => {
  expect([checkValue(true), checkValue(false)]).toEqual(['Y', 'N'])
  expect([checkValue(true, ['1', '0']), checkValue(false, ['1', '0'])]).toEqual(['1', '0'])
})
