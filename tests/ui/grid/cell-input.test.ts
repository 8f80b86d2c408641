import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { editText, formatCell, parseInput } from '#ui/grid/columns/cell-input.ts'
import type { CellValue, ColumnKind, GridColumn } from '#ui/grid/columns/column.ts'
import { formatNumber } from '#ui/grid/columns/number-text.ts'
import { today } from '#ui/base/calendar-day.ts'
import { dateReader } from '#ui/forms/typed-date.ts'

const column = (kind: ColumnKind, more: Partial<GridColumn> = {}): GridColumn => ({
  id: 'C',
  title: 'C',
  kind,
  width: 80,
  dateOf: kind === 'date' || kind === 'datetime' ? dateReader(kind) : undefined,
  ...more,
})
const taken = (of: GridColumn, text: string) => {
  const result = parseInput(of, text)
  return result.ok ? result.value : `refused: ${result.error.code}`
}

test('numbers are formatted as the browser does, with thousands separators', () => {
  const decimals = fc.integer({ min: 0, max: 6 })
  const numbers = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.tuple(fc.integer(), decimals).map(([digits, scale]) => Number(`${digits}e-${scale}`)),
  )
  fc.assert(
    fc.property(numbers, decimals, decimals, (value, one, other) => {
      const [least, most] = [Math.min(one, other), Math.max(one, other)]
      const format = new Intl.NumberFormat('en-US', {
        minimumFractionDigits: least,
        maximumFractionDigits: most,
      })
      expect(formatNumber(value, least, most)).toBe(format.format(value))
    }),
  )
})

describe('numbers', () => {
  test.each([
    ['1,234.5', 1234.5],
    ['-3', -3],
    ['(1,000)', -1000],
    ['+7', 7],
    ['.5', 0.5],
    ['1.', 1],
    ['0', 0],
    ['-0', 0],
    ['１２３', 123],
    ['', null],
    ['12345678901234567890', '12345678901234567890'],
  ])('%s parses as %j', (text, value) => {
    expect(taken(column('number'), text)).toBe(value)
  })

  test.each(['ten', '12ab', '1,23', '1.2.3', '--1', '-', '1e5', '0x10', '1 2'])(
    '%s is rejected, not interpreted as another number',
    (text) => {
      expect(taken(column('number'), text)).toBe('refused: number')
    },
  )

  test('rejects excess decimals, but not trailing zeros', () => {
    const quantity = column('number', { scale: 0 })
    expect(taken(quantity, '1.5')).toBe('refused: scale')
    expect(taken(quantity, '2.00')).toBe(2)
  })
})

describe('dates', () => {
  test.each([
    ['20261120', '20261120'],
    ['2026-11-20', '20261120'],
    ['2026.11.20.', '20261120'],
    ['2026년 11월 20일', '20261120'],
    ['202611', '20261101'],
    ['2026', '20260101'],
    ['20280229', '20280229'],
  ])('%s parses as the date %s', (text, digits) => {
    expect(taken(column('date'), text)).toBe(digits)
  })

  test.each(['2026112', 'someday', '09:00', '0'])('%s is not a date', (text) => {
    expect(taken(column('date'), text)).toBe('refused: date')
  })

  test.each(['261120', '20260230', '20270229', '20261301', '20260431'])(
    '%s is not in the calendar',
    (text) => {
      expect(taken(column('date'), text)).toBe('refused: noSuchDate')
    },
  )

  test('cubic metres show three decimals, and tiny values in full', () => {
    const room = column('number', { scale: 6, minDecimals: 3, maxDecimals: 3 })
    const shown = (value: CellValue) => formatCell(room, value)
    expect(shown(1.234567)).toBe('1.235')
    expect(shown('12345.6')).toBe('12,345.600')
    expect(shown(0)).toBe('0.000')
    expect(shown(0.000123)).toBe('0.000123')
    expect(editText(room, 1.234567)).toBe('1.234567')
  })

  test('a date without a year is in this year, and a time without a date is today', () => {
    const year = today().slice(0, 4)
    expect(taken(column('date'), '1123')).toBe(`${year}1123`)
    expect(taken(column('date'), '11/3')).toBe(`${year}1103`)
    expect(taken(column('date'), '오늘')).toBe(today())
    expect(taken(column('datetime'), '09:00')).toBe(`${today()}090000`)
  })

  test('rejects an implausible year and names it', () => {
    const result = parseInput(column('date'), '11230101')
    expect(result.ok ? '' : result.error).toMatchObject({
      code: 'noSuchDate',
      text: '11230101',
      why: expect.stringContaining('1123'),
    })
  })

  test('a timestamp without a time is at midnight, and one without seconds is accepted', () => {
    expect(taken(column('datetime'), '2026-11-20 09:30')).toBe('20261120093000')
    expect(taken(column('datetime'), '20261120')).toBe('20261120000000')
    expect(taken(column('datetime'), '2026112024')).toBe('refused: datetime')
  })
})

test('a column without a calendar accepts only complete digit sequences', () => {
  const plain = (kind: ColumnKind) => column(kind, { dateOf: undefined })
  expect(taken(plain('date'), '2026-11-20')).toBe('20261120')
  expect(taken(plain('date'), '2026-11')).toBe('refused: noSuchDate')
  expect(taken(plain('datetime'), '2026-11-20 09:30:15')).toBe('20261120093015')
})

describe('texts, checks and options', () => {
  const state = column('select', {
    options: [
      { CODE: '10', NAME: '정상' },
      { CODE: '20', NAME: '보류' },
      { CODE: '21', NAME: '보세' },
    ],
  })

  test.each([
    ['10', '10'],
    ['정상', '10'],
    ['정', '10'],
    ['보', 'refused: option'],
    ['없음', 'refused: option'],
  ])('an option typed as %s gives %s', (text, code) => {
    expect(taken(state, text)).toBe(code)
  })

  test('a name shared by several options is rejected', () => {
    const options = ['1', '2'].map((CODE) => ({ CODE, NAME: 'Same' }))
    expect(taken(column('select', { options }), 'same')).toBe('refused: option')
    expect(taken(column('select', { options }), '2')).toBe('2')
  })

  test('applies the case, digit, spacing and length rules of the column', () => {
    expect(taken(column('text', { upperCase: true }), 'a01-b')).toBe('A01-B')
    expect(taken(column('text', { digitsOnly: true }), '010-1234')).toBe('0101234')
    expect(taken(column('text', { digitsOnly: true }), '１２ 34')).toBe('1234')
    expect(taken(column('text', { digitsOnly: true }), '12A4')).toBe('refused: digits')
    expect(taken(column('text', { closedUp: true }), 'CSQU 305438-3')).toBe('CSQU3054383')
    expect(taken(column('text', { digitsOnly: true }), '없음')).toBe('refused: digits')
    expect(taken(column('text', { maxLength: 3 }), 'ABCD')).toBe('refused: length')
  })

  test('decomposed jamo from a Mac are stored as syllables', () => {
    expect(taken(column('text'), '한글'.normalize('NFD'))).toBe('한글'.normalize('NFC'))
  })

  test('a check cell accepts Y and N and is never empty', () => {
    expect(['y', '1', 'N', ''].map((text) => taken(column('check'), text))).toEqual([
      'Y',
      'Y',
      'N',
      'N',
    ])
    expect(taken(column('check'), 'Q')).toBe('refused: check')
  })
})

test('cells are formatted by the kind of their column', () => {
  expect(formatCell(column('number', { scale: 2 }), 1234.5)).toBe('1,234.50')
  expect(formatCell(column('number', { zeroAsEmpty: true }), 0)).toBe('·')
  expect(formatCell(column('number'), 0)).toBe('0')
  const amount = column('number', { currency: 'CURRENCY_CD', scale: 6, maxDecimals: 2 })
  const amounts = [1234, -1234, 31.8, '-0.125', 0]
  expect(amounts.map((each) => formatCell(amount, each))).toEqual([
    '1,234',
    '(1,234)',
    '31.80',
    '(0.13)',
    '0',
  ])
  const month = column('text', { isMonth: true })
  expect(['202611', '2026'].map((each) => formatCell(month, each))).toEqual(['2026-11', '2026'])
  expect(formatCell(column('number'), '12345678901234567.89')).toBe('12,345,678,901,234,567.89')
  expect(formatCell(column('date'), '20261120')).toBe('2026-11-20')
  expect(formatCell(column('datetime'), '20261120093005')).toBe('2026-11-20 09:30:05')
  expect(formatCell(column('date'), null)).toBe('')
})

test('the initial text of an editor parses back to the same value', () => {
  const cases: [GridColumn, string | number][] = [
    [column('number', { scale: 3 }), 1234.567],
    [column('date'), '20261120'],
    [column('datetime'), '20261120093005'],
    [column('text'), '가나다'],
  ]
  for (const [of, value] of cases) expect(taken(of, editText(of, value))).toBe(value)
})
