import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  dateBoxLengthMax,
  keepDateDigits,
  leaveDateBox,
  padDate,
  padMoment,
} from '#kernel/date-box.ts'

// Spec §5: "Dates: stored yyyyMMdd, displayed yyyy-MM-dd, max input length 10, digits only, at most
// 8 digits. A short date string is padded with 01 to reach 8 digits. On focus-out a value shorter
// than 8 digits is cleared."

test('a date box takes digits only, at most 8 of them', () => {
  expect(keepDateDigits('2026-01-31')).toBe('20260131')
  expect(keepDateDigits('2026년 1')).toBe('20261')
  expect(keepDateDigits('202601319')).toBe('20260131')
  expect(keepDateDigits('２０２６')).toBe('2026')
  expect('2026-01-31').toHaveLength(dateBoxLengthMax)
})

test('a short date string is padded with 01 to 8 digits', () => {
  expect(padDate('2026')).toBe('20260101')
  expect(padDate('202603')).toBe('20260301')
  expect(padDate('2026-03')).toBe('20260301')
  expect(padDate('20260315')).toBe('20260315')
})

test('half a year and half a month are not padded into another day', () => {
  expect(['', '2', '202', '20260', '2026031'].map(padDate)).toEqual([
    '',
    '2',
    '202',
    '20260',
    '2026031',
  ])
})

test('on focus-out a value shorter than 8 digits is cleared', () => {
  expect(leaveDateBox('2026-03-1')).toBe('')
  expect(leaveDateBox('202')).toBe('')
  // What padding brings to 8 digits is a day, not a short value.
  expect(leaveDateBox('202603')).toBe('20260301')
  expect(leaveDateBox('2026-03-15')).toBe('20260315')
  expect(leaveDateBox('')).toBe('')
})

test('whatever is typed, a date box that was left holds 8 digits or nothing', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('0123456789２-/.년월일 A')) }),
      (typed) => {
        expect(leaveDateBox(typed)).toMatch(/^(?:[0-9]{8})?$/)
        expect(keepDateDigits(typed)).toMatch(/^[0-9]{0,8}$/)
      },
    ),
  )
})

test('months end with the month and moments are filled up to the second', () => {
  expect(['2026', '202603', '2026-3'].map((text) => padMoment(text, 6))).toEqual([
    '202601',
    '202603',
    '20263',
  ])
  expect(
    ['2026', '20260315', '2026031509', '202603150930'].map((text) => padMoment(text, 14)),
  ).toEqual(['20260101000000', '20260315000000', '20260315090000', '20260315093000'])
})
