import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { editText, formatCell, parseInput } from '#ui/grid/columns/cell-input.ts'
import type { CellValue, ColumnKind, GridColumn } from '#ui/grid/columns/column.ts'
import { formatNumber } from '#ui/grid/columns/number-text.ts'
import { today } from '#ui/base/calendar-day.ts'
import { dateReader } from '#ui/forms/typed-date.ts'

const makeColumn = (kind: ColumnKind, extra: Partial<GridColumn> = {}): GridColumn => ({
  id: 'C',
  title: 'C',
  kind,
  width: 80,
  dateOf: kind === 'date' || kind === 'datetime' ? dateReader(kind) : undefined,
  ...extra,
})
const parseOrRefuse = (of: GridColumn, text: string) => {
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
    fc.property(numbers, decimals, decimals, (value, a, b) => {
      const [min, max] = [Math.min(a, b), Math.max(a, b)]
      const format = new Intl.NumberFormat('en-US', {
        minimumFractionDigits: min,
        maximumFractionDigits: max,
      })
      expect(formatNumber(value, min, max)).toBe(format.format(value))
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
    ['123456789012345', 123456789012345],
    ['000000000000000012', 12],
  ])('%s parses as %j', (text, value) => {
    expect(parseOrRefuse(makeColumn('number'), text)).toBe(value)
  })

  test.each(['ten', '12ab', '1,23', '1.2.3', '--1', '-', '1e5', '0x10', '1 2'])(
    '%s is rejected, not interpreted as another number',
    (text) => {
      expect(parseOrRefuse(makeColumn('number'), text)).toBe('refused: number')
    },
  )

  test('rejects a number of more digits than a save transmits, instead of keeping it as text', () => {
    const rate = makeColumn('number', { scale: 8 })
    expect(parseOrRefuse(rate, '1234567890123456')).toBe('refused: precision')
    expect(parseOrRefuse(rate, '12345678.12345678')).toBe('refused: precision')
    expect(parseInput(rate, '1234567890123456', 'pasted')).toMatchObject({ ok: false })
    // A sought total can be longer than any cell that is typed.
    const sought = parseInput(rate, '12345678901234567890', 'sought')
    expect(sought).toEqual({ ok: true, value: '12345678901234567890' })
  })

  test('rejects excess decimals, but not trailing zeros', () => {
    const quantity = makeColumn('number', { scale: 0 })
    expect(parseOrRefuse(quantity, '1.5')).toBe('refused: scale')
    expect(parseOrRefuse(quantity, '2.00')).toBe(2)
  })
})

describe('dates', () => {
  test('a pasted 2026.1 is rejected, because Excel shows 2026.10 as the same', () => {
    for (const column of [
      makeColumn('text', { isMonth: true, dateOf: dateReader('month') }),
      makeColumn('date', { dateOf: dateReader('date') }),
    ]) {
      const pasted = parseInput(column, ' 2026.1 ', 'pasted')
      expect(pasted).toMatchObject({ ok: false, error: { code: 'noSuchDate', text: '2026.1' } })
      expect(parseInput(column, '2026.1')).toMatchObject({ ok: true })
      expect(parseInput(column, '2026.11', 'pasted')).toMatchObject({ ok: true })
    }
  })

  test.each([
    ['20261120', '20261120'],
    ['2026-11-20', '20261120'],
    ['2026.11.20.', '20261120'],
    ['2026년 11월 20일', '20261120'],
    ['202611', '20261101'],
    ['2026', '20260101'],
    ['20280229', '20280229'],
  ])('%s parses as the date %s', (text, digits) => {
    expect(parseOrRefuse(makeColumn('date'), text)).toBe(digits)
  })

  test.each(['2026112', 'someday', '09:00', '0'])('%s is not a date', (text) => {
    expect(parseOrRefuse(makeColumn('date'), text)).toBe('refused: date')
  })

  test.each(['261120', '20260230', '20270229', '20261301', '20260431'])(
    '%s is not in the calendar',
    (text) => {
      expect(parseOrRefuse(makeColumn('date'), text)).toBe('refused: noSuchDate')
    },
  )

  test('cubic metres show three decimals, and tiny values in full', () => {
    const room = makeColumn('number', { scale: 6, minDecimals: 3, maxDecimals: 3 })
    const format = (value: CellValue) => formatCell(room, value)
    expect(format(1.234567)).toBe('1.235')
    expect(format('12345.6')).toBe('12,345.600')
    expect(format(0)).toBe('0.000')
    expect(format(0.000123)).toBe('0.000123')
    expect(editText(room, 1.234567)).toBe('1.234567')
  })

  test('a date without a year is in this year, and a time without a date is today', () => {
    const year = today().slice(0, 4)
    expect(parseOrRefuse(makeColumn('date'), '1123')).toBe(`${year}1123`)
    expect(parseOrRefuse(makeColumn('date'), '11/3')).toBe(`${year}1103`)
    expect(parseOrRefuse(makeColumn('date'), '오늘')).toBe(today())
    expect(parseOrRefuse(makeColumn('datetime'), '09:00')).toBe(`${today()}090000`)
  })

  test('rejects an implausible year and names it', () => {
    const result = parseInput(makeColumn('date'), '11230101')
    expect(result.ok ? '' : result.error).toMatchObject({
      code: 'noSuchDate',
      text: '11230101',
      why: expect.stringContaining('1123'),
    })
  })

  test('a timestamp without a time is at midnight, and one without seconds is accepted', () => {
    expect(parseOrRefuse(makeColumn('datetime'), '2026-11-20 09:30')).toBe('20261120093000')
    expect(parseOrRefuse(makeColumn('datetime'), '20261120')).toBe('20261120000000')
    expect(parseOrRefuse(makeColumn('datetime'), '2026112024')).toBe('refused: datetime')
  })
})

test('a column without a calendar accepts only complete digit sequences', () => {
  const plainColumn = (kind: ColumnKind) => makeColumn(kind, { dateOf: undefined })
  expect(parseOrRefuse(plainColumn('date'), '2026-11-20')).toBe('20261120')
  expect(parseOrRefuse(plainColumn('date'), '2026-11')).toBe('refused: noSuchDate')
  expect(parseOrRefuse(plainColumn('datetime'), '2026-11-20 09:30:15')).toBe('20261120093015')
})

describe('texts, checks and options', () => {
  const state = makeColumn('select', {
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
    expect(parseOrRefuse(state, text)).toBe(code)
  })

  test('a name shared by several options is rejected', () => {
    const options = ['1', '2'].map((CODE) => ({ CODE, NAME: 'Same' }))
    expect(parseOrRefuse(makeColumn('select', { options }), 'same')).toBe('refused: option')
    expect(parseOrRefuse(makeColumn('select', { options }), '2')).toBe('2')
  })

  test('applies the case, digit, spacing and length rules of the column', () => {
    expect(parseOrRefuse(makeColumn('text', { upperCase: true }), 'a01-b')).toBe('A01-B')
    expect(parseOrRefuse(makeColumn('text', { digitsOnly: true }), '010-1234')).toBe('0101234')
    expect(parseOrRefuse(makeColumn('text', { digitsOnly: true }), '１２ 34')).toBe('1234')
    expect(parseOrRefuse(makeColumn('text', { digitsOnly: true }), '12A4')).toBe('refused: digits')
    expect(parseOrRefuse(makeColumn('text', { closedUp: true }), 'CSQU 305438-3')).toBe(
      'CSQU3054383',
    )
    expect(parseOrRefuse(makeColumn('text', { digitsOnly: true }), '없음')).toBe('refused: digits')
    expect(parseOrRefuse(makeColumn('text', { maxLength: 3 }), 'ABCD')).toBe('refused: length')
  })

  test('decomposed jamo from a Mac are stored as syllables', () => {
    expect(parseOrRefuse(makeColumn('text'), '한글'.normalize('NFD'))).toBe('한글'.normalize('NFC'))
  })

  test('a check cell accepts Y and N and is never empty', () => {
    expect(['y', '1', 'N', ''].map((text) => parseOrRefuse(makeColumn('check'), text))).toEqual([
      'Y',
      'Y',
      'N',
      'N',
    ])
    expect(parseOrRefuse(makeColumn('check'), 'Q')).toBe('refused: check')
  })
})

test('cells are formatted by the kind of their column', () => {
  expect(formatCell(makeColumn('number', { scale: 2 }), 1234.5)).toBe('1,234.50')
  expect(formatCell(makeColumn('number', { zeroAsEmpty: true }), 0)).toBe('·')
  expect(formatCell(makeColumn('number'), 0)).toBe('0')
  const amount = makeColumn('number', { currency: 'CURRENCY_CD', scale: 6, maxDecimals: 2 })
  const amounts = [1234, -1234, 31.8, '-0.125', 0]
  expect(amounts.map((each) => formatCell(amount, each))).toEqual([
    '1,234',
    '(1,234)',
    '31.80',
    '(0.13)',
    '0',
  ])
  const month = makeColumn('text', { isMonth: true })
  expect(['202611', '2026'].map((each) => formatCell(month, each))).toEqual(['2026-11', '2026'])
  expect(formatCell(makeColumn('number'), '12345678901234567.89')).toBe('12,345,678,901,234,567.89')
  expect(formatCell(makeColumn('date'), '20261120')).toBe('2026-11-20')
  expect(formatCell(makeColumn('datetime'), '20261120093005')).toBe('2026-11-20 09:30:05')
  expect(formatCell(makeColumn('date'), null)).toBe('')
})

test('the initial text of an editor parses back to the same value', () => {
  const cases: [GridColumn, string | number][] = [
    [makeColumn('number', { scale: 3 }), 1234.567],
    [makeColumn('date'), '20261120'],
    [makeColumn('datetime'), '20261120093005'],
    [makeColumn('text'), '가나다'],
  ]
  for (const [of, value] of cases) expect(parseOrRefuse(of, editText(of, value))).toBe(value)
})
