import { expect, test } from 'vitest'

import type { DateLength } from '#kernel/date-box.ts'
import { readDay } from '#kernel/read-day.ts'

const now = '20270301'

const read = (typed: string, length: DateLength = 8) => {
  const found = readDay(typed, length, now)
  if ('error' in found) return found.error
  return found.first === found.last ? found.first : `${found.first}~${found.last}`
}

test.each([
  ['20270315', '20270315'],
  ['2027-03-15', '20270315'],
  ['2027-3-5', '20270305'],
  ['2027. 3. 5.', '20270305'],
  ['2027년 3월 5일', '20270305'],
  ['２０２７０３１５', '20270315'],
  ['2027-03', '20270301~20270331'],
  ['202703', '20270301~20270331'],
  ['2027', '20270101~20271231'],
  ['2027년', '20270101~20271231'],
  ['99991231', '99991231'],
])('a date with a year, entered as %s, is read as %s', (typed, days) => {
  expect(read(typed)).toBe(days)
})

test.each([
  ['1123', '20271123'],
  ['0315', '20270315'],
  ['11-23', '20271123'],
  ['11/23', '20271123'],
  ['3.5', '20270305'],
  ['11월 23일', '20271123'],
])('a date without a year, entered as %s, is read as %s of this year', (typed, day) => {
  expect(read(typed)).toBe(day)
})

test.each([
  ['오늘', '20270301'],
  ['dhsmf', '20270301'],
  ['어제', '20270228'],
  ['-7d', '20270222'],
  ['지난달', '20270201~20270228'],
])('%s entered on the first of March is read as %s', (typed, days) => {
  expect(read(typed)).toBe(days)
})

test.each([
  ['09:00', '20270301090000'],
  ['9:30', '20270301093000'],
  ['9시 30분', '20270301093000'],
  ['어제 18:30', '20270228183000'],
  ['3/15 09:00', '20270315090000'],
  ['2027-03-15 09:30:15', '20270315093015'],
  ['2027031509', '20270315090000'],
  ['20270315093015', '20270315093015'],
  ['20270315', '20270315'],
])('the date and time %s is read as %s', (typed, timestamp) => {
  expect(read(typed, 14)).toBe(timestamp)
})

test.each([
  ['1323', 8, 'year'],
  ['11230315', 8, 'year'],
  ['0900', 8, 'none'],
  ['2200', 8, 'year'],
  ['261120', 8, 'year'],
  ['-9999y', 8, 'year'],
  ['20270230', 8, 'none'],
  ['13/5', 8, 'none'],
  ['2027013', 8, 'short'],
  ['12', 8, 'short'],
  ['09:00', 8, 'unread'],
  ['abc', 8, 'unread'],
  ['', 8, 'unread'],
  ['25:00', 14, 'none'],
  ['오늘 9:75', 14, 'none'],
  ['지난달 09:00', 14, 'unread'],
  ['1123', 6, 'year'],
] as const)('%j in a field of %i digits is rejected: %s', (typed, length, error) => {
  expect(read(typed, length)).toBe(error)
})

test('the error for an implausible year names the year and the accepted range', () => {
  expect(readDay('11230315', 8, now)).toMatchObject({
    why: {
      ko: '1123년은 입력할 수 없습니다. 연도를 1900~2199년으로 입력하세요.',
      en: 'The year 1123 cannot be entered. Enter a year from 1900 to 2199.',
    },
  })
})
