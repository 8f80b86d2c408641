import { beforeEach, expect, test } from 'vitest'
import type { StreamBatch } from '#ui/grid/columns/arrow-reader.ts'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'

const columns: GridColumn[] = [
  { id: 'ITEM', title: 'Item', kind: 'text', width: 100, editable: true },
  {
    id: 'QTY',
    title: 'Qty',
    kind: 'number',
    width: 80,
    footer: (values) => String(values.length),
  },
]

let model: GridModel
beforeEach(() => {
  model = new GridModel({ columns })
  model.setData([
    { ITEM: 'X', QTY: 1 },
    { ITEM: 'Y', QTY: 2 },
    { ITEM: 'Z', QTY: 3 },
  ])
})

const getItems = () => Array.from({ length: model.rowCount }, (_, row) => model.value(row, 'ITEM'))

/** Rows of one item each, after `before` rows of the same stream. */
function makeBatch(texts: string, before = 0): StreamBatch {
  const numbers = Float64Array.from(texts, (_, index) => index)
  const codes = Int32Array.from(texts, (_, index) => before + index + 1)
  return {
    length: texts.length,
    columns: { ITEM: { codes, added: texts.split('') }, QTY: { numbers, texts: [] } },
  }
}

test('shown rows remain until enough replacement rows have arrived', async () => {
  model.setCurrent(2, 'QTY')
  const seen: unknown[] = []
  model.subscribe(() => seen.push(model.rowCount))
  await model.receive(
    async (take) => {
      take(makeBatch('AB'))
      expect(getItems()).toEqual(['X', 'Y', 'Z'])
      take(makeBatch('C', 2))
      expect(getItems()).toEqual(['A', 'B', 'C'])
      expect(model.footerValue('QTY')).toBeNull()
      take(makeBatch('D', 3))
    },
    { rows: 3, take: (put) => put('instead') },
  )
  expect(getItems()).toEqual(['A', 'B', 'C', 'D'])
  expect(model.current).toEqual({ row: 2, column: 'QTY' })
  expect(model.footerValue('QTY')).toBe('4')
  // The grid was never empty.
  expect(seen.every((rows) => Number(rows) >= 3)).toBe(true)
})

test('a response that is empty or shorter than expected replaces the rows when it ends', async () => {
  await model.receive(async (take) => take(makeBatch('A')), {
    rows: 3,
    take: (put) => put('instead'),
  })
  expect(getItems()).toEqual(['A'])
  await model.receive(async () => undefined, { rows: 3, take: (put) => put('instead') })
  expect(getItems()).toEqual([])
})

test('a response can be inserted below typed rows, or discarded', async () => {
  model.setData([])
  model.insertRow(0, { ITEM: 'new' })
  await model.receive(async (take) => take(makeBatch('AB')), {
    rows: 1,
    take: (put) => put('below'),
  })
  expect(getItems()).toEqual(['new', 'A', 'B'])
  expect(model.changes().map(({ row }) => row['ITEM'])).toEqual(['new'])
  await model.receive(
    async (take) => {
      take(makeBatch('C'))
      take(makeBatch('D'))
    },
    { rows: 1, take: () => undefined },
  )
  expect(getItems()).toEqual(['new', 'A', 'B'])
})

test('rows that arrive after other data replaced them are dropped', async () => {
  await model.receive(
    async (take) => {
      take(makeBatch('A'))
      model.setData([{ ITEM: 'other', QTY: 1 }])
      take(makeBatch('B'))
    },
    { rows: 1, take: (put) => put('instead') },
  )
  expect(getItems()).toEqual(['other'])
})
