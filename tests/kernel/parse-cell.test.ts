import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  parseDate,
  parseDateTime,
  parseFlag,
  parseNumber,
  parseText,
  type CellResult,
  type SpreadsheetCell,
} from '#kernel/parse-cell.ts'

function valueOrCode(result: CellResult<string | number>): string | number | null {
  return 'value' in result ? result.value : result.error.code
}

const digitsAndMarks = Array.from('0123456789-/.:, TeE년월일０１－＝예#N/A\u200B\0\uD800')

const anyCell: fc.Arbitrary<SpreadsheetCell> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...digitsAndMarks) }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.record({ date: fc.string() }),
)

test('any cell yields a value or an error in both languages', () => {
  fc.assert(
    fc.property(anyCell, (cell) => {
      const results: CellResult<string | number>[] = [
        parseText(cell, { maxLength: 20, upperCase: true }),
        parseText(cell, { digitsOnly: true }),
        parseNumber(cell, { scale: 3, min: -100, max: 1e9 }),
        parseDate(cell),
        parseDateTime(cell),
        parseFlag(cell),
      ]
      for (const result of results) {
        if ('value' in result) expect(result.value).not.toBe('')
        else expect(result.error.ko && result.error.en).toBeTruthy()
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a parsed value written back into a cell parses to the same value', () => {
  fc.assert(
    fc.property(anyCell, (cell) => {
      for (const parse of [parseText, parseNumber, parseDate, parseDateTime, parseFlag]) {
        const first = parse(cell)
        if ('value' in first) expect(parse(first.value)).toEqual(first)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('numbers of up to fifteen digits are parsed exactly, with or without commas', () => {
  const digits = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 })
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 999 }), (whole, decimals) => {
      const text = `${whole}.${String(decimals).padStart(3, '0')}`
      const grouped = `${whole.toLocaleString('en')}.${String(decimals).padStart(3, '0')}`
      expect(valueOrCode(parseNumber(text))).toBe(Number(text) + 0)
      expect(valueOrCode(parseNumber(grouped))).toBe(Number(text) + 0)
    }),
  )
})

test('a date is parsed if and only if it exists in the calendar', () => {
  const upTo = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max })
  fc.assert(
    fc.property(fc.integer({ min: 1900, max: 2100 }), upTo(13), upTo(32), (year, month, day) => {
      const date = new Date(Date.UTC(year, month - 1, day))
      const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
      const wire = `${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`
      expect(valueOrCode(parseDate(`${year}-${month}-${day}`))).toBe(exists ? wire : 'no-such-date')
    }),
  )
})

describe('text', () => {
  test.each<[SpreadsheetCell, string | null]>([
    ['  아몬드 ', '아몬드'],
    ['\u1100\u1161', '가'],
    ['a\u200Bb\0c\uFEFF', 'abc'],
    ['   ', null],
    [null, null],
    [123, '123'],
    [0.1 + 0.2, '0.3'],
    [-0, '0'],
    [123_456_789_012_345, '123456789012345'],
    [8_801_234_567_890_123, 'lost-digits'],
    [true, 'TRUE'],
    [{ date: '2026-01-31T09:30:00' }, '2026-01-31 09:30:00'],
    ['#N/A', 'excel-error'],
    ['#1 dock', '#1 dock'],
  ])('%j is %j', (cell, expected) => {
    expect(valueOrCode(parseText(cell))).toBe(expected)
  })

  test('a code is converted to upper case and half-width characters', () => {
    expect(valueOrCode(parseText('ａbc－１', { upperCase: true }))).toBe('ABC-1')
  })

  test('a digits-only field drops hyphens and rejects letters', () => {
    expect(valueOrCode(parseText('123-45-67890', { digitsOnly: true }))).toBe('1234567890')
    expect(valueOrCode(parseText('1２3', { digitsOnly: true }))).toBe('123')
    expect(valueOrCode(parseText('12B', { digitsOnly: true }))).toBe('digits-only')
  })

  test('the maximum length counts characters like the database, not UTF-16 units', () => {
    expect(valueOrCode(parseText('📦📦', { maxLength: 2 }))).toBe('📦📦')
    const result = parseText('가나다', { maxLength: 2 })
    expect(result).toMatchObject({
      error: { code: 'too-long', ko: '2자까지 입력할 수 있습니다(현재 3자).' },
    })
  })
})

describe('numbers', () => {
  test.each<[SpreadsheetCell, string | number | null]>([
    ['1,234.5', 1234.5],
    ['１２３', 123],
    ['−5', -5],
    ['+5', 5],
    ['.5', 0.5],
    ['1.', 1],
    ['-0', 0],
    ['', null],
    [0.1 + 0.2, 0.3],
    [1.005, 1.005],
    [999_999_999_999_999, 999_999_999_999_999],
    ['0000000000000000001', 1],
    ['1e3', 'not-a-number'],
    ['1.234,5', 'not-a-number'],
    ['12,34', 'not-a-number'],
    ['abc', 'not-a-number'],
    ['NaN', 'not-a-number'],
    ['-', 'not-a-number'],
    ['12개', 'not-a-number'],
    ['9007199254740993', 'too-many-digits'],
    ['0.1234567890123456', 'too-many-digits'],
    [1e21, 'too-many-digits'],
    [Number.NaN, 'not-a-number'],
    [true, 'not-a-number'],
    [{ date: '2026-01-31' }, 'not-a-number'],
    ['#REF!', 'excel-error'],
  ])('%j is %j', (cell, expected) => {
    expect(valueOrCode(parseNumber(cell))).toBe(expected)
  })

  test('an invalid number is rejected, never rounded or clamped', () => {
    expect(valueOrCode(parseNumber('1.2345', { scale: 3 }))).toBe('too-many-decimals')
    expect(valueOrCode(parseNumber('1.2300', { scale: 2 }))).toBe(1.23)
    expect(valueOrCode(parseNumber('1.5', { integer: true }))).toBe('not-an-integer')
    expect(valueOrCode(parseNumber(5, { integer: true, min: 6 }))).toBe('too-small')
    expect(valueOrCode(parseNumber(5, { max: 4 }))).toBe('too-big')
  })
})

describe('dates', () => {
  test.each<[SpreadsheetCell, string | null]>([
    ['2026-01-31', '20260131'],
    ['2026/1/3', '20260103'],
    ['2026.01.31', '20260131'],
    ['2026. 1. 31.', '20260131'],
    ['2026년 1월 31일', '20260131'],
    ['20260131', '20260131'],
    ['２０２６０１３１', '20260131'],
    [20260131, '20260131'],
    [{ date: '2026-01-31' }, '20260131'],
    [{ date: '2026-01-31T09:30:00' }, '20260131'],
    ['2026-01-31 09:30', '20260131'],
    [null, null],
    ['31/4/2026', 'not-a-date'],
    ['01/02/2026', 'not-a-date'],
    ['26-01-31', 'not-a-date'],
    ['2026-01/31', 'not-a-date'],
    [46053, 'not-a-date'],
    [true, 'not-a-date'],
    ['2026-02-30', 'no-such-date'],
    ['20260229', 'no-such-date'],
    ['2026-13-01', 'no-such-date'],
    ['#VALUE!', 'excel-error'],
  ])('%j is %j', (cell, expected) => {
    expect(valueOrCode(parseDate(cell))).toBe(expected)
  })

  test('the error for 30 February names the date', () => {
    expect(parseDate('2026-02-30')).toMatchObject({
      error: { ko: '달력에 없는 날짜입니다: 2026-02-30' },
    })
  })

  test('29 February 1900, which only exists in Excel (serial 60), is rejected', () => {
    expect(valueOrCode(parseDate({ date: '1900-02-29' }))).toBe('no-such-date')
  })

  test.each<[SpreadsheetCell, string | null]>([
    ['2026-01-31 09:30:15', '20260131093015'],
    ['2026-01-31T09:30:15.000', '20260131093015'],
    ['20260131093015', '20260131093015'],
    [20_260_131_093_015, '20260131093015'],
    [{ date: '2026-01-31T09:30:15' }, '20260131093015'],
    ['2026-01-31', '20260131000000'],
    ['2026-01-31 25:00', 'not-a-date-time'],
    ['2026-01-31 오전 9시', '20260131090000'],
    ['2026-01-31 9', 'not-a-date-time'],
    ['2026-02-29 09:30', 'no-such-date'],
  ])('%j parsed as a date and time gives %j', (cell, expected) => {
    expect(valueOrCode(parseDateTime(cell))).toBe(expected)
  })
})

test.each<[SpreadsheetCell, string | null]>([
  ['y', 'Y'],
  ['예', 'Y'],
  [true, 'Y'],
  [1, 'Y'],
  ['Ｎ', 'N'],
  ['아니오', 'N'],
  [0, 'N'],
  [null, null],
  ['2', 'not-a-flag'],
  ['constructor', 'not-a-flag'],
])('%j parsed as a flag gives %j', (cell, expected) => {
  expect(valueOrCode(parseFlag(cell))).toBe(expected)
})
