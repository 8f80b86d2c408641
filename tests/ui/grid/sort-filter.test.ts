import { describe, expect, test } from 'vitest'

import { ColumnStore } from '#ui/grid/columns/column-store.ts'
import type { CellValue, GridRow } from '#ui/grid/columns/column.ts'
import { cellTest, filterRows, type FilterOperator } from '#ui/grid/rows/filter.ts'
import { sortRows } from '#ui/grid/rows/sort.ts'

const rows: GridRow[] = [
  { ITEM: '포장재', QTY: 10, VALID: '20270301' },
  { ITEM: '가방', QTY: null, VALID: '20270101' },
  { ITEM: null, QTY: -3, VALID: '20270201' },
  { ITEM: '가방', QTY: 2.5, VALID: null },
  { ITEM: '나사', QTY: 10, VALID: '20270101' },
]
const store = new ColumnStore(['QTY'], ['QTY', 'ITEM', 'VALID'])
for (const row of rows) store.append(row)
const allRows = () => Int32Array.from(rows.keys())

const sortBy = (...keys: [column: string, direction: 'asc' | 'desc'][]) => [
  ...sortRows(
    allRows(),
    keys.map(([column, direction]) => ({ storage: store.storage(column), direction })),
  ),
]

describe('sorting', () => {
  test('numbers sort by value, empty cells last', () => {
    expect(sortBy(['QTY', 'asc'])).toEqual([2, 3, 0, 4, 1])
  })

  test('empty cells stay last in descending order', () => {
    expect(sortBy(['QTY', 'desc'])).toEqual([0, 4, 3, 2, 1])
    expect(sortBy(['ITEM', 'desc']).at(-1)).toBe(2)
  })

  test('texts sort in Korean dictionary order, ties in their original order', () => {
    expect(sortBy(['ITEM', 'asc'])).toEqual([1, 3, 4, 0, 2])
  })

  test('a second key orders rows that tie on the first key', () => {
    expect(sortBy(['QTY', 'desc'], ['VALID', 'asc'])).toEqual([4, 0, 3, 2, 1])
  })

  test('a hundred thousand rows are sorted correctly', () => {
    const many = new ColumnStore(['QTY'], ['QTY'])
    for (let index = 0; index < 100_000; index++) many.append({ QTY: (index * 7919) % 100_003 })
    const order = sortRows(
      Int32Array.from({ length: 100_000 }, (_, index) => index),
      [{ storage: many.storage('QTY'), direction: 'asc' }],
    )
    const values = [...order].map((id) => Number(many.get(id, 'QTY')))
    expect(values).toEqual(values.toSorted((left, right) => left - right))
  })
})

describe('filtering', () => {
  const filterBy = (column: string, operator: FilterOperator, ...values: CellValue[]) => [
    ...filterRows(allRows(), [
      { storage: store.storage(column), condition: { column, operator, values } },
    ]),
  ]

  test.each([
    ['QTY', '=', [10], [0, 4]],
    ['QTY', '=', ['10'], [0, 4]],
    ['QTY', '=', [null], [1]],
    ['QTY', '<', [2.5], [2]],
    ['QTY', '<=', ['2.5'], [2, 3]],
    ['QTY', '>', [2], [0, 3, 4]],
    ['QTY', '>=', [10], [0, 4]],
    ['ITEM', 'Like', ['방'], [1, 3]],
    ['ITEM', 'Not Like', ['방'], [0, 2, 4]],
    ['ITEM', 'In', ['가방', '나사'], [1, 3, 4]],
    ['ITEM', 'Not In', ['가방', '나사'], [0, 2]],
    ['VALID', 'Between', ['20270101', '20270201'], [1, 2, 4]],
    ['VALID', 'Not Between', ['20270101', '20270201'], [0, 3]],
  ] as const)(
    'the filter %s %s %j selects the matching rows',
    (column, operator, values, expected) => {
      expect(filterBy(column, operator, ...values)).toEqual(expected)
    },
  )

  test('Like uses SQL patterns with percent signs and searches anywhere without them', () => {
    const matchesLike = (pattern: string, value: string) =>
      cellTest({ column: 'C', operator: 'Like', values: [pattern] })(value)
    expect(matchesLike('SKU%', 'sku100')).toBe(true)
    expect(matchesLike('KU%', 'SKU100')).toBe(false)
    expect(matchesLike('A_-%', 'A1-02')).toBe(true)
    expect(matchesLike('A_1', 'AB1')).toBe(false)
    expect(matchesLike('A_1', 'XA_1X')).toBe(true)
    expect(matchesLike('(주)', '한빛(주)')).toBe(true)
  })

  test('Hangul decomposed into jamo, as on a Mac, is still matched', () => {
    const item = cellTest({ column: 'C', operator: 'Like', values: ['비타민'] })
    expect(item('비타민C'.normalize('NFD'))).toBe(true)
  })
})
