import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDate } from '#kernel/parse-cell.ts'
import { code, date, dateTime, measure, quantity, text } from '#kernel/field.ts'
import { removeUntypeable, readText, showText } from '#ui/forms/draft-text.ts'
import { removeUnsearchable, readSearch, searchInCodes, showSearch } from '#ui/forms/search-text.ts'
import { addDays, addMonths } from '#kernel/calendar.ts'
import { resolveToday, today } from '#ui/base/calendar-day.ts'
import { testLabel } from '#tests/support/labels.ts'
import { pickColumns } from './column-support.ts'

const name = testLabel('Value')
const day = date(name)
const [dayColumn, quantityColumn] = pickColumns({ DAY: day, QTY: quantity(name) })
const [momentColumn, monthColumn] = pickColumns({
  AT: dateTime(name),
  MM: { ...code(name), kind: 'month' },
})
const [codeColumn, textColumn] = pickColumns({ CODE: code(name), TEXT: text(name) })

test.each([
  ['20270101', '20270101'],
  ['2027-01-01', '20270101'],
  ['202703', '20270301'],
  ['2027', '20270101'],
])('a date typed as %s is read as %s', (typed, value) => {
  expect(readText(day, typed)).toEqual({ value })
})

test.each(['20273', '2027010', '12', ''])(
  '%j is too short for a date and empties the box',
  (typed) => {
    expect(readText(day, typed)).toEqual({ value: null })
  },
)

test('a date can be typed without a year, relative to today, or as a time', () => {
  const thisYear = today().slice(0, 4)
  expect(readText(day, '1123')).toEqual({ value: `${thisYear}1123` })
  expect(readText(day, '3/15')).toEqual({ value: `${thisYear}0315` })
  expect(readText(day, '오늘')).toEqual({ value: today() })
  expect(readText(dateTime(name), '09:00')).toEqual({ value: `${today()}090000` })
  expect(['3/15', '오늘', '-7d'].map((text) => removeUntypeable(day, text))).toEqual([
    '3/15',
    '오늘',
    '-7d',
  ])
  for (const typed of ['11230101', '지난달', '09:00', '언젠가']) {
    expect(readText(day, typed)).toHaveProperty('error')
  }
})

test.each(['20-12-11', '21.3.5', '19/12/05', '20 12 11', '20 12', '26-11-30', '20 12 11 09'])(
  'the year of %s is ambiguous, as in an imported file',
  (typed) => {
    expect(readText(day, typed)).toHaveProperty('error')
    expect(readText(dateTime(name), `${typed} 09:00`)).toHaveProperty('error')
    expect(parseDate(typed)).toHaveProperty('error')
  },
)

test.each(['2020-12-11', '2020 12 11', '2020. 12. 11.', '20201211', '2020-1211'])(
  '%s is parsed as a single date',
  (typed) => {
    expect(readText(day, typed)).toEqual({ value: '20201211' })
  },
)

test('30 February is rejected by name', () => {
  expect(readText(day, '20270230')).toMatchObject({
    error: { ko: '2027-02-30은 올바른 날짜가 아닙니다.' },
  })
})

test('every date shown is read back as the same date', () => {
  const days = fc.date({ min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (timestamp) => {
      const value = timestamp.toISOString().slice(0, 10).replaceAll('-', '')
      expect(readText(day, showText(day, value))).toEqual({ value })
    }),
  )
})

test('a date box accepts only digits, at most eight', () => {
  expect(removeUntypeable(day, '2027년 01월 01일 9')).toBe('20270101')
})

test('a timestamp is completed to the second, and a nonexistent hour is rejected', () => {
  const timestamp = dateTime(name)
  expect(readText(timestamp, '2027010109')).toEqual({ value: '20270101090000' })
  expect(readText(timestamp, '2027010125')).toHaveProperty('error')
  expect(showText(timestamp, '20270101093000')).toBe('2027-01-01 09:30:00')
})

test('a code is converted to upper case, and a digits-only text drops separators', () => {
  expect(readText(code(name), ' a01-b ')).toEqual({ value: 'A01-B' })
  expect(readText(text(name, { digitsOnly: true }), '02-555-1')).toEqual({ value: '025551' })
  expect(readText(text(name, { digitsOnly: true }), '12A4')).toHaveProperty('error')
  expect(readText(code(name, { maxLength: 3 }), 'ABCD')).toHaveProperty('error')
})

test('a quantity accepts commas and full-width digits and enforces its decimals and limits', () => {
  const field = quantity(name)
  expect(readText(field, '1,234.5')).toEqual({ value: 1234.5 })
  expect(readText(field, '１２')).toEqual({ value: 12 })
  expect(readText(field, '1.2345')).toHaveProperty('error')
  expect(readText(field, '-1')).toHaveProperty('error')
  expect(readText(field, '열')).toHaveProperty('error')
  expect(showText(field, 1234.5)).toBe('1,234.5')
})

test.each([
  [dayColumn, '<2027-01-01', '<20270101', '< 2027-01-01'],
  [dayColumn, '20270101 ~ 20270131', '20270101~20270131', '2027-01-01 ~ 2027-01-31'],
  [dayColumn, '20270101~', '>=20270101', '>= 2027-01-01'],
  [quantityColumn, '>= 1,000', '>=1000', '>= 1,000'],
  [codeColumn, 'a%', 'A%', 'A%'],
  [codeColumn, 'a, b', 'A,B', 'A, B'],
  [textColumn, '=서울', '=서울', '= 서울'],
])('a search typed as %o is kept as text', (column, typed, value, shown) => {
  expect(readSearch(column, typed)).toEqual({ value })
  expect(showSearch(column, value)).toBe(shown)
})

const states = [
  { CODE: '10', NAME: '작성' },
  { CODE: '20', NAME: '진행 중' },
  { CODE: '40', NAME: '승인 대기' },
]

test.each([
  ['10,40', '작성, 승인 대기'],
  ['<40', '< 승인 대기'],
  ['10~20', '작성 ~ 진행 중'],
  ['<35', '< 35'],
])('codes %s are shown by name and read back as codes', (value, shown) => {
  expect(showSearch(codeColumn, value, states)).toBe(shown)
  expect(searchInCodes(codeColumn, shown, states)?.replaceAll(' ', '')).toBe(value)
})

test('several states can be typed in part, and an unlisted one matches nothing', () => {
  expect(searchInCodes(codeColumn, '작, ㅅㅇ', states)).toBe('10,40')
  expect(searchInCodes(codeColumn, '작성, 폐기', states)).toBeUndefined()
})

const now = today()
const monthsAgo = (count: number) => addMonths(`${now.slice(0, 6)}01`, -count)

test.each([
  ['오늘', now],
  ['어제', addDays(now, -1)],
  ['-7d', addDays(now, -7)],
  ['<= -7d', `<=${addDays(now, -7)}`],
  ['-7d~오늘', `${addDays(now, -7)}~${now}`],
  ['3/15', `${now.slice(0, 4)}0315`],
  ['1123', `${now.slice(0, 4)}1123`],
  ['지난달', `${monthsAgo(1)}~${addDays(monthsAgo(0), -1)}`],
  ['=지난달', `${monthsAgo(1)}~${addDays(monthsAgo(0), -1)}`],
  ['>=지난달', `>=${monthsAgo(1)}`],
  ['2027-03', '20270301'],
  ['~2027-03', '<=20270331'],
  ['<=2027-03', '<=20270331'],
  ['>2027-03', '>20270331'],
  ['2026~2027-02', '20260101~20270228'],
])('a date search typed as %s is sent as %s', (typed, value) => {
  expect(removeUnsearchable(dayColumn, typed)).toBe(typed)
  expect(readSearch(dayColumn, typed)).toEqual({ value })
})

test.each(['12', '3월x', '11230101', '~1123년', '0230', '오늘,지난달', '!=지난달', '09:00', '-'])(
  'a date search typed as %s is rejected instead of matching everything',
  (typed) => {
    expect(readSearch(dayColumn, typed)).toHaveProperty('error')
  },
)

test('a timestamp search goes by date unless a time is typed, end date included', () => {
  const search = (typed: string) => readSearch(momentColumn, typed)
  expect(search('2027-03-15')).toEqual({ value: '20270315' })
  expect(search('09:00')).toEqual({ value: `${now}090000` })
  expect(search('2027-03')).toEqual({ value: '20270301' })
  expect(search('2027-03-01 09:00 ~ 2027-03-15')).toEqual({
    value: '20270301090000~20270315235959',
  })
  expect(readSearch(monthColumn, '3월')).toEqual({ value: `${now.slice(0, 4)}03` })
})

test('a range that starts after its end is rejected', () => {
  expect(readSearch(dayColumn, '20270201~20270101')).toHaveProperty('error')
  expect(readSearch(quantityColumn, '10~9')).toHaveProperty('error')
  expect(readSearch(quantityColumn, '9~10')).toEqual({ value: '9~10' })
})

test('a date search accepts operators and hyphens but no letters', () => {
  expect(removeUnsearchable(dayColumn, '<2027-01-01a')).toBe('<2027-01-01')
  expect(removeUnsearchable(dayColumn, '2027a0101')).toBe('20270101')
})

test('the keyword today resolves to a date at both ends of a range', () => {
  expect(resolveToday('today-7~today+1', '20260301')).toBe('20260222~20260302')
})

test('week, month and year keywords resolve to their first and last dates', () => {
  const sunday = '20260301'
  expect(resolveToday('week-first~week-last', sunday)).toBe('20260223~20260301')
  expect(resolveToday('week-first', '20260302')).toBe('20260302')
  expect(resolveToday('month-first~month-last', '20240215')).toBe('20240201~20240229')
  expect(resolveToday('month-first-1', sunday)).toBe('20260228')
  expect(resolveToday('year-first~today', sunday)).toBe('20260101~20260301')
  expect(resolveToday('week-firstly')).toBe('week-firstly')
})

test('a month after the 31st is the last date of a shorter month', () => {
  expect(addMonths('20270131', 1)).toBe('20270228')
  expect(addMonths('20270115', -13)).toBe('20251215')
})

test('a number with more digits than its value can hold is refused instead of rounded', () => {
  const rate = measure(name, 8)
  expect(readText(rate, '1234567.12345678')).toEqual({ value: 1234567.12345678 })
  expect(readText(rate, '12345678.12345678')).toHaveProperty('error')
  expect(readText(quantity(name), '12345678901234567')).toHaveProperty('error')
  expect(readText(quantity(name), '000000000000000012')).toEqual({ value: 12 })
})
