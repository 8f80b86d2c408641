import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#kernel/calendar.ts'
import { date } from '#kernel/field.ts'
import { readSearchBy } from '#kernel/read-search.ts'
import { toRelativeDate } from '#kernel/to-relative-date.ts'
import { testLabel } from '#tests/support/labels.ts'

const now = '20270301'
const field = date(testLabel('Day'))
const read = (text: string, today = now) =>
  readSearchBy(field, text, { now: today, text: (_, value) => ({ value }) })

test.each([
  ['20270301', 'today'],
  ['20270222~20270228', '지난주'],
  ['20270201~20270228', '지난달'],
  ['20270225~20270228', 'today-4~today-1'],
  ['>=20270302', '>=today+1'],
  ['20250101', '20250101'],
  ['99991231', '99991231'],
  ['20270230', '20270230'],
  ['20270301120000', '20270301120000'],
  ['', ''],
])('%s relative to today is written as %s', (value, message) => {
  expect(toRelativeDate(value, now)).toBe(message)
})

test.each([
  ['20270301~20270310', '이번달~today', '20270401~20270405'],
  ['20270308~20270310', '이번주~today', '20270405~20270405'],
  ['20270101~20270310', '올해~today', '20270101~20270405'],
  ['20270305~20270310', 'today-5~today', '20270331~20270405'],
])('%s up to today is written as %s and grows until the period ends', (value, text, later) => {
  expect(toRelativeDate(value, '20270310')).toBe(text)
  expect(read(text, '20270310')).toEqual({ value })
  expect(read(text, '20270405')).toEqual({ value: later })
})

test('a date written relative to today reads back unchanged today and moves with the current date', () => {
  const day = fc.integer({ min: -300, max: 300 }).map((days) => addDays(now, days))
  fc.assert(
    fc.property(day, day, (a, b) => {
      const value = a <= b ? `${a}~${b}` : `${b}~${a}`
      expect(read(toRelativeDate(value, now))).toEqual({ value })
    }),
  )
  expect(read(toRelativeDate('20270225~20270228', now), '20270308')).toEqual({
    value: '20270304~20270307',
  })
})
