import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ColumnStore } from '#ui/grid/columns/column-store.ts'
import { DictionaryStorage, type StreamDictionary } from '#ui/grid/columns/dictionary-storage.ts'
import { NumberStorage } from '#ui/grid/columns/number-storage.ts'

test('a row is returned as stored, including fields without a column', () => {
  const store = new ColumnStore(['QTY'], ['QTY', 'ITEM'])
  const id = store.append({ QTY: 12.5, ITEM: 'SKU1', VERSION: 3 })
  store.append({ ITEM: 'SKU2' })
  expect(store.row(id)).toEqual({ QTY: 12.5, ITEM: 'SKU1', VERSION: 3 })
  expect(store.row(1)).toEqual({ QTY: null, ITEM: 'SKU2', VERSION: null })
})

test('a decimal too long for a double keeps every digit', () => {
  const store = new ColumnStore(['AMT'], ['AMT'])
  store.append({ AMT: '12345678901234567.89' })
  store.append({ AMT: '1050.50' })
  expect(store.get(0, 'AMT')).toBe('12345678901234567.89')
  expect(store.get(1, 'AMT')).toBe(1050.5)
})

test('text received for a number is shown, not dropped', () => {
  const store = new ColumnStore(['QTY'], ['QTY'])
  store.append({ QTY: 'N/A' })
  expect(store.get(0, 'QTY')).toBe('N/A')
})

test('rows remain intact when the store grows beyond its reserved size', () => {
  const store = new ColumnStore(['QTY'], ['QTY', 'ITEM'], 4)
  for (let index = 0; index < 1000; index++) store.append({ QTY: index, ITEM: `SKU${index % 7}` })
  expect(store.count).toBe(1000)
  expect(store.row(999)).toEqual({ QTY: 999, ITEM: 'SKU5' })
})

test('a batch of columns reads the same as the rows that it represents', () => {
  const store = new ColumnStore(['QTY'], ['QTY', 'ITEM', 'LOT'])
  store.append({ QTY: 1, ITEM: 'B', LOT: 'L0' })
  const columns = {
    QTY: { numbers: Float64Array.of(5, Number.NaN, 7), texts: [] },
    ITEM: { codes: Int32Array.of(2, 1, 2), added: ['A', 'B'] },
    // Numbers in a text column.
    LOT: { numbers: Float64Array.of(1, Number.NaN, 3), texts: [] },
  }
  const first = store.appendStream({ length: 3, columns }, new Map())
  expect(first).toBe(1)
  expect([1, 2, 3].map((id) => store.row(id))).toEqual([
    { QTY: 5, ITEM: 'B', LOT: 1 },
    { QTY: null, ITEM: 'A', LOT: null },
    { QTY: 7, ITEM: 'B', LOT: 3 },
  ])
})

test('numbers in any order are returned unchanged, regardless of their storage', () => {
  const decimal = fc
    .tuple(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.integer({ min: 0, max: 8 }))
    .map(([digits, scale]) => digits / 10 ** scale)
  const number = fc.oneof(decimal, fc.double({ noNaN: true }), fc.constant(null))
  fc.assert(
    fc.property(fc.array(number, { maxLength: 60 }), (values) => {
      const storage = new NumberStorage(4)
      storage.grow(values.length)
      for (const [id, value] of values.entries()) storage.set(id, value)
      const back = values.map((_, id) => storage.get(id))
      // -0 is stored as 0.
      expect(back.map((value) => value ?? 'none')).toEqual(
        values.map((value) => (value === null ? 'none' : value === 0 ? 0 : value)),
      )
    }),
  )
})

test('a dictionary sent in parts keeps its meaning in a column with existing values', () => {
  const store = new ColumnStore([], ['ITEM'])
  store.append({ ITEM: 'C' })
  const dictionaries = new Map<string, StreamDictionary>()
  const makeBatch = (codes: number[], added: string[]) => ({
    length: codes.length,
    columns: { ITEM: { codes: Int32Array.from(codes), added } },
  })
  store.appendStream(makeBatch([1, 2, 0], ['A', 'B']), dictionaries)
  store.appendStream(makeBatch([3, 1], ['C']), dictionaries)
  const items = Array.from({ length: store.count }, (_, id) => store.get(id, 'ITEM'))
  expect(items).toEqual(['C', 'A', 'B', null, 'C', 'A'])
})

test('a value written among streamed values shares their dictionary entry, however many there are', () => {
  const store = new ColumnStore([], ['LOT'])
  const dictionaries = new Map<string, StreamDictionary>()
  const appendBatch = (from: number, count: number): void => {
    const added = Array.from({ length: count }, (_, index) => `L${from + index}`)
    const codes = Int32Array.from({ length: count }, (_, index) => from + index + 1)
    store.appendStream({ length: count, columns: { LOT: { codes, added } } }, dictionaries)
  }
  const column = store.storage('LOT')
  if (!(column instanceof DictionaryStorage)) throw new TypeError('lots are texts')
  appendBatch(0, 150_000)
  store.set(0, 'LOT', 'L149999')
  store.set(1, 'LOT', 'L7')
  store.set(2, 'LOT', 'L150001')
  expect(column.entries.length).toBe(150_002)
  appendBatch(150_000, 2)
  expect(column.entries.length).toBe(150_003)
  const lots = [0, 1, 2, 3, 149_999, 150_000, 150_001].map((id) => store.get(id, 'LOT'))
  expect(lots).toEqual(['L149999', 'L7', 'L150001', 'L3', 'L149999', 'L150000', 'L150001'])
})

test('batches of rows never make all columns grow at once', () => {
  const names = Array.from({ length: 16 }, (_, index) => `QTY${index}`)
  const store = new ColumnStore(names, names)
  const numbers = new Float64Array(500)
  const batch = Object.fromEntries(names.map((name) => [name, { numbers, texts: [] }]))
  let grownMost = 0
  for (let index = 0; index < 200; index++) {
    const before = names.map((name) => store.storage(name).capacity)
    store.appendStream({ length: 500, columns: batch }, new Map())
    const grown = names.filter((name, column) => store.storage(name).capacity !== before[column])
    if (index > 20) grownMost = Math.max(grownMost, grown.length)
  }
  expect(grownMost).toBeLessThan(names.length / 2)
})

test('a column accepts more distinct values than it was created for', () => {
  const store = new ColumnStore([], ['LOT'])
  for (let index = 0; index < 70_000; index++) store.append({ LOT: `L${index}` })
  expect([0, 255, 256, 65_535, 65_536, 69_999].map((id) => store.get(id, 'LOT'))).toEqual([
    'L0',
    'L255',
    'L256',
    'L65535',
    'L65536',
    'L69999',
  ])
})
