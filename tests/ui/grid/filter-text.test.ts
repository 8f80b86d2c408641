import { describe, expect, test } from 'vitest'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import { cellTest, type FilterOperator } from '#ui/grid/rows/filter.ts'
import { filterOperators, parseCondition } from '#ui/grid/rows/filter-text.ts'
import { dateReader } from '#ui/forms/typed-date.ts'

const qty: GridColumn = { id: 'QTY', title: '수량', kind: 'number', width: 70, scale: 3 }
const day: GridColumn = {
  id: 'DAY',
  title: '유통기한',
  kind: 'date',
  width: 90,
  dateOf: dateReader('date'),
}
const datetime: GridColumn = {
  id: 'AT',
  title: 'At',
  kind: 'datetime',
  width: 150,
  dateOf: dateReader('datetime'),
}
const month: GridColumn = {
  id: 'MONTH',
  title: 'Month',
  kind: 'text',
  isMonth: true,
  width: 70,
  dateOf: dateReader('month'),
}
const state: GridColumn = {
  id: 'STATE',
  title: '상태',
  kind: 'select',
  width: 70,
  options: [{ CODE: '20', NAME: '보류' }],
}

const stateNames: GridColumn = {
  ...state,
  options: [
    { CODE: '20', NAME: 'Held' },
    { CODE: '25', NAME: 'Partly held' },
    { CODE: '90', NAME: 'Done' },
  ],
}

describe('a typed condition', () => {
  test('parses its value by the kind of the column', () => {
    expect(parseCondition(qty, '>=', '1,234.5')).toEqual({
      condition: { column: 'QTY', operator: '>=', values: [1234.5] },
    })
    expect(parseCondition(day, '<', '2027-01-31')).toMatchObject({
      condition: { values: ['20270131'] },
    })
    expect(parseCondition(state, '=', '보류')).toMatchObject({ condition: { values: ['20'] } })
  })

  test('accepts several values separated by commas, and two for Between, also separated by ~', () => {
    expect(parseCondition(qty, 'In', '1, 2,3')).toMatchObject({ condition: { values: [1, 2, 3] } })
    expect(parseCondition(qty, 'Not Between', '1~9')).toMatchObject({
      condition: { values: [1, 9] },
    })
    expect(parseCondition(day, 'Between', '20270101, 20270131')).toMatchObject({
      condition: { values: ['20270101', '20270131'] },
    })
    expect(parseCondition(qty, 'Between', '1')).toEqual({ error: 'two-values' })
  })

  test('reads the commas of thousands as part of a number', () => {
    const parseValues = (operator: 'In' | 'Between', text: string) => {
      const found = parseCondition(qty, operator, text)
      return 'condition' in found ? found.condition.values : found.error
    }
    expect(parseValues('In', '1,000')).toEqual([1000])
    expect(parseValues('In', '1,000, 2,500.5,7')).toEqual([1000, 2500.5, 7])
    expect(parseValues('In', '10,20,1000,200')).toEqual([10, 20, 1000, 200])
    expect(parseValues('Between', '1,000, 2,000')).toEqual([1000, 2000])
    expect(parseValues('Between', '1,000')).toBe('two-values')
    expect(parseValues('Between', '１，０００～２，０００')).toEqual([1000, 2000])
  })

  test('Like ignores the width of letters', () => {
    const found = parseCondition({ ...state, kind: 'text', options: [] }, 'Like', 'ａｂ１')
    const matches = 'condition' in found && cellTest(found.condition)
    expect(matches && ['AB12', 'ＡＢ１２', 'AC12'].map(matches)).toEqual([true, true, false])
  })

  test('Like takes the text unchanged, even in a number column', () => {
    expect(parseCondition(qty, 'Like', '12%')).toMatchObject({ condition: { values: ['12%'] } })
  })

  test.each([
    [stateNames, 'Like', 'held', 'In', ['20', '25']],
    [stateNames, 'Not Like', '%held', 'Not In', ['20', '25']],
    [stateNames, 'Like', '9', 'In', ['90']],
    [stateNames, 'Like', 'unknown', 'Like', ['unknown']],
    [day, 'Like', '2027-01', 'Like', ['202701']],
    [day, 'Not Like', '2027-01-31', 'Not Like', ['20270131']],
    [day, 'Like', '01-31', 'Like', ['____0131%']],
    [day, 'Like', '2027%', 'Like', ['2027%']],
    [qty, 'Like', '1,234', 'Like', ['1234']],
  ] as const)(
    'Like finds text as a column shows it: %# %s',
    (column, operator, text, found, values) => {
      expect(parseCondition(column, operator, text)).toEqual({
        condition: { column: column.id, operator: found, values },
      })
    },
  )

  test('the bounds of Between can have thousands separators', () => {
    expect(parseCondition(qty, 'Between', '1,000~2,000')).toMatchObject({
      condition: { values: [1000, 2000] },
    })
  })

  describe('on dates', () => {
    const stored = ['20261031235959', '20261101000000', '20261120093000', '20261130235959', null]
    const countMatches = (column: GridColumn, operator: FilterOperator, text: string) => {
      const typed = parseCondition(column, operator, text)
      if ('error' in typed) return typed.error
      const test = cellTest(typed.condition)
      const length = column.kind === 'datetime' ? 14 : column.isMonth ? 6 : 8
      return stored.flatMap((value, index) =>
        test(value?.slice(0, length) ?? null) ? [index] : [],
      )
    }

    test.each([
      ['=', '2026-11-20', [2]],
      ['=', '2026-11-20 09:30', [2]],
      ['<', '2026-11-20', [0, 1]],
      ['<=', '2026-11-20', [0, 1, 2]],
      ['>', '2026-11-20', [3]],
      ['>=', '2026-11-20', [2, 3]],
      ['>', '2026-10-31', [1, 2, 3]],
      ['Between', '2026-11-01~2026-11-20', [1, 2]],
      ['Between', '2026-11~2026-11', [1, 2, 3]],
      ['Not Between', '2026-11-01,2026-11-20', [0, 3, 4]],
      ['In', '2026-11-20', [2]],
      ['Not In', '2026-11-20', [0, 1, 3, 4]],
      ['In', '2026-11-20 09:30, 2026-11-01 00:00', [1, 2]],
      ['In', '2026-11-20, 2026-11-01', 'several-spans'],
    ] as const)(
      'a date typed for a timestamp covers the entire day: %s %s',
      (operator, text, found) => {
        expect(countMatches(datetime, operator, text)).toEqual(found)
      },
    )

    test.each([
      [day, '=', '2026-11', [1]],
      [day, '<=', '2026-11', [0, 1, 2, 3]],
      [day, '>', '2026-11', []],
      [day, 'Between', '2026-11~2026-11', [1, 2, 3]],
      [day, '=', '2026-11-20', [2]],
      [month, '<=', '2026', [0, 1, 2, 3]],
      [month, '=', '2026-11', [1, 2, 3]],
      [month, 'Between', '2026-01~2026-10', [0]],
    ] as const)(
      'a month or year includes its last day: %# %s %s',
      (column, operator, text, found) => {
        expect(countMatches(column, operator, text)).toEqual(found)
      },
    )

    test('keywords for several days form a range', () => {
      // 지난달 on the Latin layout.
      const lastMonth = 'wlsksekf'
      const span = parseCondition(day, '=', lastMonth)
      expect(span).toMatchObject({ condition: { operator: 'Between' } })
      expect(parseCondition(day, 'Not In', lastMonth)).toMatchObject({
        condition: { operator: 'Not Between' },
      })
    })

    test('an empty value finds empty cells', () => {
      expect(countMatches(datetime, '=', ' ')).toEqual([4])
      expect(countMatches(day, 'In', '2026-11-20,')).toEqual([2, 4])
    })
  })

  test('rejects a value that is invalid for the column', () => {
    expect(parseCondition(qty, '=', '열')).toMatchObject({ error: { code: 'number' } })
    expect(parseCondition(day, '=', '20270230')).toMatchObject({ error: { code: 'noSuchDate' } })
  })

  test('supports the eleven operators of the specification', () => {
    const request = '=|<|<=|>|>=|Like|Not Like|In|Not In|Between|Not Between'.split('|')
    expect(filterOperators.toSorted()).toEqual(request.toSorted())
  })
})
