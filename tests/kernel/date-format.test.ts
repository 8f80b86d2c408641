import { expect, test } from 'vitest'

import { formatDate } from '#kernel/date-format.ts'

// Spec §9: "Formats: date yyyyMMdd, display yyyy-MM-dd; date-time yyyyMMddHHmmss displayed
// yyyy-MM-dd HH:mm:ss; patterns yyyyMM, yyyy, MM, yyyy-MM."

test('a date is stored yyyyMMdd and displayed yyyy-MM-dd', () => {
  expect(formatDate('20260131')).toBe('2026-01-31')
  expect(formatDate('20260131', 'yyyyMMdd')).toBe('20260131')
})

test('a date-time is displayed yyyy-MM-dd HH:mm:ss', () => {
  expect(formatDate('20260131093005')).toBe('2026-01-31 09:30:05')
  expect(formatDate('20260131093005', 'yyyyMMddHHmmss')).toBe('20260131093005')
  expect(formatDate('20260131093005', 'yyyy-MM-dd')).toBe('2026-01-31')
})

test('the other patterns show year or month only', () => {
  const patterns = ['yyyyMM', 'yyyy', 'MM', 'yyyy-MM'] as const
  const shown = patterns.map((pattern) => formatDate('20260131', pattern))
  expect(shown).toEqual(['202601', '2026', '01', '2026-01'])
  expect(formatDate('202601')).toBe('2026-01')
})

test('an invalid date, or one lacking a part of the pattern, is shown unchanged', () => {
  expect(formatDate('')).toBe('')
  expect(formatDate('2026-01-31')).toBe('2026-01-31')
  expect(formatDate('2026013')).toBe('2026013')
  expect(formatDate('202601', 'yyyy-MM-dd')).toBe('202601')
  expect(formatDate('20260131', 'yyyy-MM-dd HH:mm:ss')).toBe('20260131')
})
