import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  maxDateBoxLength,
  sanitizeDateInput,
  completeDate,
  padToLastDay,
  padDate,
  padTimestamp,
} from '#kernel/date-box.ts'

// Spec §5: "Dates: stored yyyyMMdd, displayed yyyy-MM-dd, max input length 10, digits only, at most
// 8 digits. A short date string is padded with 01 to reach 8 digits. On focus-out a value shorter
// than 8 digits is cleared."

test('a date box keeps digits only, at most 8', () => {
  expect(sanitizeDateInput('2026-01-31')).toBe('20260131')
  expect(sanitizeDateInput('202601319')).toBe('20260131')
  expect(sanitizeDateInput('２０２６')).toBe('2026')
  expect('2026-01-31').toHaveLength(maxDateBoxLength)
})

test('a short date string is padded with 01 to 8 digits', () => {
  expect(padDate('2026')).toBe('20260101')
  expect(padDate('202603')).toBe('20260301')
  expect(padDate('2026-03')).toBe('20260301')
  expect(padDate('20260315')).toBe('20260315')
})

test('partial years, months and days are not padded', () => {
  expect(['', '2', '202', '20260', '2026031'].map(padDate)).toEqual([
    '',
    '2',
    '202',
    '20260',
    '2026031',
  ])
})

test('a date input reduces a complete date to its digits and keeps partial input', () => {
  expect(sanitizeDateInput('2026-01-31', 8)).toBe('20260131')
  expect(sanitizeDateInput('2027년 01월 01일 9', 8)).toBe('20270101')
  expect(sanitizeDateInput('2026-1x-3', 8)).toBe('2026-1-3')
  expect(['오늘', '-7d', '3/15', '09:00'].map((text) => sanitizeDateInput(text, 8))).toEqual([
    '오늘',
    '-7d',
    '3/15',
    '09:00',
  ])
})

test('a date input reads a date with single digits by its separators', () => {
  expect(sanitizeDateInput('2026-1-5 09:30', 8)).toBe('20260105')
  expect(sanitizeDateInput('2026.1.1 - 2026.1.31', 8)).toBe('20260101')
  expect(sanitizeDateInput('2026-1-5 093000', 14)).toBe('2026-1-5 093000')
  expect(sanitizeDateInput('2026-1-15 093000', 14)).toBe('2026-1-15 093000')
  expect(sanitizeDateInput('2026-1-15 10:09:30 7', 14)).toBe('20260115100930')
})

test('a time box keeps AM or PM and the time zone', () => {
  for (const text of [
    '2027-01-01 \uC624\uD6C4 3:30:00',
    '2027-01-01 12:00:00 AM',
    '2027-01-01T00:00:00Z',
  ]) {
    expect(sanitizeDateInput(text, 14)).toBe(text)
  }
})

test('a date box never holds more than 8 digits, regardless of input', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('0123456789２-/.년월일 A')) }),
      (typed) => {
        expect(sanitizeDateInput(typed, 8).replaceAll(/\D/g, '').length).toBeLessThanOrEqual(8)
      },
    ),
  )
})

test('a month or year at the end of a range is completed to its last day', () => {
  expect(['2028', '202802', '202703', '20270315'].map(padToLastDay)).toEqual([
    '20281231',
    '20280229',
    '20270331',
    '20270315',
  ])
  expect(completeDate('202703', 8, 'last')).toBe('20270331')
  expect(completeDate('202703', 8)).toBe('20270301')
})

test('a date with an implausible year is rejected', () => {
  const requests = ['1123', '11230101', '0900', '22001231', '99991231', '1900', '2199']
  expect(requests.map((digits) => completeDate(digits, 8))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    '99991231',
    '19000101',
    '21990101',
  ])
})

test('months are padded to the month and timestamps to the second', () => {
  expect(['2026', '202603', '2026-3'].map((text) => padTimestamp(text, 6))).toEqual([
    '202601',
    '202603',
    '20263',
  ])
  expect(
    ['2026', '20260315', '2026031509', '202603150930'].map((text) => padTimestamp(text, 14)),
  ).toEqual(['20260101000000', '20260315000000', '20260315090000', '20260315093000'])
})
