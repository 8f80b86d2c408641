import { expect, test } from 'vitest'

import { ColumnStore } from '#ui/grid/column-store.ts'

test('a row comes back as it went in, fields no column describes included', () => {
  const store = new ColumnStore(['QTY'], ['QTY', 'ITEM'])
  const id = store.append({ QTY: 12.5, ITEM: 'SKU1', VERSION: 3 })
  store.append({ ITEM: 'SKU2' })
  expect(store.row(id)).toEqual({ QTY: 12.5, ITEM: 'SKU1', VERSION: 3 })
  expect(store.row(1)).toEqual({ QTY: null, ITEM: 'SKU2', VERSION: null })
})

test('a decimal longer than a double can hold keeps every digit', () => {
  const store = new ColumnStore(['AMT'], ['AMT'])
  store.append({ AMT: '12345678901234567.89' })
  store.append({ AMT: '1050.50' })
  expect(store.get(0, 'AMT')).toBe('12345678901234567.89')
  expect(store.get(1, 'AMT')).toBe(1050.5)
})

test('a text the server sent for a number is shown, not swallowed', () => {
  const store = new ColumnStore(['QTY'], ['QTY'])
  store.append({ QTY: 'N/A' })
  expect(store.get(0, 'QTY')).toBe('N/A')
})

test('rows stay whole when the store grows past what it reserved', () => {
  const store = new ColumnStore(['QTY'], ['QTY', 'ITEM'], 4)
  for (let at = 0; at < 1000; at++) store.append({ QTY: at, ITEM: `SKU${at % 7}` })
  expect(store.count).toBe(1000)
  expect(store.row(999)).toEqual({ QTY: 999, ITEM: 'SKU5' })
})

test('a batch of columns reads the same as the rows it stands for', () => {
  const store = new ColumnStore(['QTY'], ['QTY', 'ITEM', 'LOT'])
  store.append({ QTY: 1, ITEM: 'B', LOT: 'L0' })
  const first = store.appendBatch({
    length: 3,
    columns: {
      QTY: Float64Array.of(5, Number.NaN, 7),
      ITEM: { codes: [1, 0, 1], dictionary: ['A', 'B'] },
      LOT: ['L1', null, 'L3'],
    },
  })
  expect(first).toBe(1)
  expect([1, 2, 3].map((id) => store.row(id))).toEqual([
    { QTY: 5, ITEM: 'B', LOT: 'L1' },
    { QTY: null, ITEM: 'A', LOT: null },
    { QTY: 7, ITEM: 'B', LOT: 'L3' },
  ])
})
