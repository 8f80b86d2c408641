import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  addDays,
  addMonths,
  clockTime,
  daysBetween,
  isDay,
  lastDayOfMonth,
  startOfWeek,
  weekday,
} from '#kernel/calendar.ts'
import { datesOfPeriod, toPeriod } from '#kernel/period.ts'

describe('spec §9: Last day: February 29 when the year is divisible by 4, else 28; 30 for months 4, 6, 9, 11; else 31', () => {
  test('a year divisible by 4 has a February 29', () => {
    expect([2024, 2028, 2000, 1996].map((year) => lastDayOfMonth(year, 2))).toEqual([
      29, 29, 29, 29,
    ])
    expect([2023, 2025, 2026].map((year) => lastDayOfMonth(year, 2))).toEqual([28, 28, 28])
  })

  test('only centuries divisible by 400 have a February 29, unlike in the written rule', () => {
    expect([1900, 2100, 2200].map((year) => lastDayOfMonth(year, 2))).toEqual([28, 28, 28])
    expect(isDay('21000229')).toBe(false)
    expect(isDay('20000229')).toBe(true)
  })

  test('April, June, September and November have 30 days, the others 31', () => {
    const days = [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((month) => lastDayOfMonth(2026, month))
    expect(days).toEqual([31, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
  })

  test('the date after the last day of any month is the first of the next month', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 9998 }),
        fc.integer({ min: 1, max: 12 }),
        (year, month) => {
          const written = `${year}${String(month).padStart(2, '0')}`
          const next = addMonths(`${written}01`, 1)
          expect(addDays(`${written}${lastDayOfMonth(year, month)}`, 1)).toBe(next)
        },
      ),
    )
  })
})

test('a month later is the same day, or the last day of a shorter month', () => {
  expect(addMonths('20260115', 1)).toBe('20260215')
  expect(addMonths('20240131', 1)).toBe('20240229')
  expect(addMonths('20261231', 2)).toBe('20270228')
  expect(addMonths('20260131', -2)).toBe('20251130')
  expect(addMonths('20240229', 12)).toBe('20250228')
  expect(addMonths('20260231', 1)).toBe('20260231')
})

test('the clock shows warehouse time regardless of the browser’s time zone', () => {
  const at = new Date('2026-12-31T15:00:07.042Z')
  expect(clockTime(at)).toBe('00:00:07')
  expect(clockTime(at, true)).toBe('00:00:07.042')
})

test('days between dates count across months, leap days and years, in both directions', () => {
  expect(daysBetween('20240228', '20240301')).toBe(2)
  expect(daysBetween('20261231', '20270101')).toBe(1)
  expect(daysBetween('20270101', '20260101')).toBe(-365)
  expect(daysBetween('20260231', '20260301')).toBeNaN()
})

test('weeks start on Monday and belong to the year of their Thursday', () => {
  expect(['20261123', '20261129'].map((day) => weekday(day))).toEqual([1, 7])
  expect(['20261123', '20261129'].map((day) => startOfWeek(day))).toEqual(['20261123', '20261123'])
  expect(weekday('20260231')).toBeNaN()
  const days = ['20261231', '20270101', '20270103', '20270104', '20241230']
  expect(days.map((day) => toPeriod(day, 'week'))).toEqual([
    '2026-W53',
    '2026-W53',
    '2026-W53',
    '2027-W01',
    '2025-W01',
  ])
  expect(datesOfPeriod('2026-W53')).toEqual(['20261228', '20270103'])
})
