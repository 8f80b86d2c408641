import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { GridColumn, GridRow } from '#ui/grid/columns/column.ts'
import type { FilterCondition, FilterOperator } from '#ui/grid/rows/filter.ts'
import { copyBlock } from '#ui/grid/model/editing.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { compareValues, type SortKey } from '#ui/grid/rows/sort.ts'
import type { FoundCell } from '#ui/grid/rows/worker-messages.ts'
import { createClonedPort } from './cloned-port.ts'

const columns: GridColumn[] = [
  { id: 'ITEM', title: '품목', kind: 'text', width: 100, editable: true, footer: 'COUNT' },
  { id: 'NAME', title: '품목명', kind: 'text', width: 100, editable: true, footer: 'MAX' },
  { id: 'QTY', title: '수량', kind: 'number', width: 80, editable: true, footer: 'SUM' },
  { id: 'CBM', title: 'CBM', kind: 'number', width: 80, scale: 3, footer: 'AVG' },
]

const createInBackground = () =>
  new GridModel({ columns, work: { fromRows: 1, port: createClonedPort } })
const createOnPage = () => new GridModel({ columns })

const texts = fc.constantFrom(
  '가방',
  '나사',
  '나 사',
  '각티슈',
  'SKU-10',
  'SKU-2',
  'sku-2',
  'A01-02',
  'A01.02',
  'B',
  '가A',
  '',
)
const row: fc.Arbitrary<GridRow> = fc.record({
  ITEM: fc.option(texts),
  NAME: fc.option(fc.oneof(texts, fc.string({ maxLength: 4 }))),
  QTY: fc.option(
    fc.oneof(
      fc.integer({ min: -50, max: 50 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(0, -0, 0.1, 1e21, '123456789012345678901', '0.30000000000000000004'),
    ),
  ),
  CBM: fc.option(fc.integer({ min: -9999, max: 9999 }).map((units) => units / 1000)),
})
const rows = fc.array(row, { minLength: 1, maxLength: 40 })
const column = fc.constantFrom('ITEM', 'NAME', 'QTY', 'CBM')
const sortKeys: fc.Arbitrary<SortKey[]> = fc.uniqueArray(
  fc.record({ column, direction: fc.constantFrom('asc' as const, 'desc' as const) }),
  { selector: (key) => key.column, maxLength: 3 },
)
const operators: readonly FilterOperator[] = ['=', '<', '>=', 'Like', 'Not Like', 'In', 'Between']
const conditions: fc.Arbitrary<FilterCondition[]> = fc.array(
  fc.record({
    column,
    operator: fc.constantFrom(...operators),
    values: fc.tuple(fc.oneof(texts, fc.integer({ min: -50, max: 50 })), texts),
  }),
  { maxLength: 2 },
)
const edits = fc.array(
  fc.record({ at: fc.nat(39), column, to: fc.oneof(texts, fc.integer({ min: -9, max: 9 })) }),
  { maxLength: 6 },
)

const getRowIds = (model: GridModel) =>
  Array.from({ length: model.rowCount }, (_, index) => model.rowId(index))
const getFooters = (model: GridModel) => columns.map(({ id }) => model.footerValue(id))

/** Reading a footer requests it. Read again after it settles. */
async function getSettledFooters(model: GridModel) {
  await model.settled()
  getFooters(model)
  await model.settled()
  return getFooters(model)
}

describe('agreement of worker and page', () => {
  test('order, filter and footers agree, even after edits, deletions and undo', async () => {
    await fc.assert(
      fc.asyncProperty(rows, sortKeys, conditions, edits, async (data, keys, filters, changes) => {
        const [far, near] = [createInBackground(), createOnPage()]
        for (const model of [far, near]) model.setData(data)
        for (const round of [0, 1]) {
          for (const model of [far, near]) {
            for (const { at, column: id, to } of changes.slice(0, round * 6)) {
              const isNumeric = id === 'QTY' || id === 'CBM'
              model.setCell(at, id, isNumeric && typeof to === 'string' ? null : to)
            }
            if (round === 1) model.deleteRows([0])
            if (round === 1 && changes.length > 3) model.undo()
            model.filter(filters)
            model.sort(keys)
          }
          await far.settled()
          expect(getRowIds(far)).toEqual(getRowIds(near))
          expect(await getSettledFooters(far)).toEqual(getFooters(near))
          for (const again of [[], filters]) {
            for (const model of [far, near]) model.filter(again)
            await far.settled()
            expect(getRowIds(far)).toEqual(getRowIds(near))
          }
        }
      }),
      { numRuns: 50 },
    )
  }, 30_000)

  test('finding, hit counts and value frequencies agree', async () => {
    await fc.assert(
      fc.asyncProperty(rows, texts, fc.nat(39), async (data, text, at) => {
        const [far, near] = [createInBackground(), createOnPage()]
        for (const model of [far, near]) model.setData(data)
        const from = { row: at % data.length, column: 'NAME' }
        for (const direction of [1, -1] as const) {
          expect(await far.find(text, from, direction)).toEqual(
            await near.find(text, from, direction),
          )
        }
        const found = await near.find(text, from)
        if (found) {
          const hits = await near.hits(text, found)
          expect(await far.hits(text, found)).toEqual(hits)
          expect([hits?.count, hits?.number]).toEqual(findOneByOne(near, text, found))
        }
        expect(await far.frequencies('ITEM')).toEqual(await near.frequencies('ITEM'))
        expect(await far.frequencies('QTY')).toEqual(await near.frequencies('QTY'))
      }),
      { numRuns: 60 },
    )
  }, 30_000)
})

function findOneByOne(model: GridModel, text: string, of: FoundCell): [number, number] {
  const wanted = text.normalize('NFC').toLowerCase()
  let [count, number] = [0, 0]
  for (let row = 0; row < model.rowCount; row += 1) {
    for (const column of model.drawn) {
      if (!model.text(row, column).normalize('NFC').toLowerCase().includes(wanted)) continue
      count += 1
      if (row === of.row && column.id === of.column) number = count
    }
  }
  return [count, number]
}

test('counting sort gives the same order as comparing row by row', () => {
  fc.assert(
    fc.property(rows, sortKeys, (data, keys) => {
      const model = createOnPage()
      model.setData(data)
      model.sort(keys)
      const sortValue = (id: number, key: SortKey) => {
        const own = model.rows.store.get(id, key.column)
        return key.column === 'QTY' && own !== null ? Number(own) : own
      }
      const expected = data
        .map((_, id) => id)
        .toSorted((left, right) => {
          for (const key of keys) {
            const [one, other] = [sortValue(left, key), sortValue(right, key)]
            const isBlank = [one, other].some((own) => own === null || own === '')
            const order =
              compareValues(one, other) * (key.direction === 'desc' && !isBlank ? -1 : 1)
            if (order !== 0) return order
          }
          return left - right
        })
      expect(getRowIds(model)).toEqual(expected)
    }),
  )
})

test('codes with capitals, digits, full stops and hyphens are sorted in dictionary order', () => {
  const code = fc.string({
    unit: fc.constantFrom(...' -.0189ABYZ'.split('')),
    minLength: 1,
    maxLength: 5,
  })
  fc.assert(
    fc.property(fc.array(code, { minLength: 2, maxLength: 20 }), (codes) => {
      const model = createOnPage()
      model.setData(codes.map((ITEM) => ({ ITEM })))
      model.sort([{ column: 'ITEM', direction: 'asc' }])
      const order = new Intl.Collator('ko')
      const expected = codes.toSorted((left, right) => order.compare(left, right))
      expect(getRowIds(model).map((id) => codes[id])).toEqual(expected)
    }),
  )
})

describe('while the worker is busy', () => {
  const data = Array.from({ length: 50 }, (_, index) => ({ ITEM: `I${index}`, QTY: 50 - index }))
  const createLoaded = () => {
    const model = createInBackground()
    model.setData(data)
    return model
  }
  const getItems = (model: GridModel) =>
    Array.from({ length: model.rowCount }, (_, index) => model.value(index, 'ITEM'))

  test('rows are unchanged, and the header already shows the requested order', async () => {
    const model = createLoaded()
    model.sort([{ column: 'QTY', direction: 'asc' }])
    expect(model.isArranging).toBe(true)
    expect(model.sortKeys).toEqual([{ column: 'QTY', direction: 'asc' }])
    expect(getItems(model)[0]).toBe('I0')
    await model.settled()
    expect(model.isArranging).toBe(false)
    expect(getItems(model)[0]).toBe('I49')
  })

  test('only the last of several requested orders is shown', async () => {
    const model = createLoaded()
    const seen = new Set<unknown>()
    model.subscribe(() => seen.add(model.value(0, 'ITEM')))
    model.sort([{ column: 'QTY', direction: 'asc' }])
    model.filter([{ column: 'QTY', operator: '>', values: [10] }])
    model.sort([{ column: 'QTY', direction: 'desc' }])
    await model.settled()
    expect(getItems(model)).toEqual(data.slice(0, 40).map(({ ITEM }) => ITEM))
    expect(seen).toEqual(new Set(['I0']))
  })

  test('clearing the filter shows all rows immediately', async () => {
    const model = createLoaded()
    model.filter([{ column: 'QTY', operator: '=', values: [1] }])
    await model.settled()
    expect(model.rowCount).toBe(1)
    model.filter([])
    expect(model.rowCount).toBe(50)
  })

  test('an added row remains after its neighbour, and a deleted row does not return', async () => {
    const model = createLoaded()
    model.insertRow(50, { ITEM: 'GONE' })
    model.sort([{ column: 'QTY', direction: 'asc' }])
    await new Promise((resolve) => setImmediate(resolve))
    model.insertRow(10, { ITEM: 'NEW' })
    model.deleteRows([51])
    await model.settled()
    expect(getItems(model)).not.toContain('GONE')
    expect(getItems(model).indexOf('NEW')).toBe(getItems(model).indexOf('I9') + 1)
    expect(model.rowCount).toBe(51)
  })

  test('the current cell remains on its record', async () => {
    const model = createLoaded()
    model.setCurrent(3, 'QTY')
    model.sort([{ column: 'QTY', direction: 'asc' }])
    await model.settled()
    expect(model.current).toEqual({ row: 46, column: 'QTY' })
  })

  test('new data replaces the rows that are still being sorted', async () => {
    const model = createLoaded()
    model.sort([{ column: 'QTY', direction: 'asc' }])
    model.setData([
      { ITEM: 'B', QTY: 2 },
      { ITEM: 'A', QTY: 1 },
    ])
    await model.settled()
    expect(getItems(model)).toEqual(['A', 'B'])
  })

  test('rows that arrive in batches are sorted with the rest', async () => {
    const model = createLoaded()
    model.sort([{ column: 'QTY', direction: 'asc' }])
    const makeBatch = (code: number, item: string, quantity: number) => ({
      length: 1,
      columns: {
        ITEM: { codes: Int32Array.of(code), added: [item] },
        QTY: { numbers: Float64Array.of(quantity), texts: [] },
      },
    })
    await model.receive((take) => {
      take(makeBatch(1, 'X', 20.5))
      return Promise.resolve(take(makeBatch(2, 'Y', 0)))
    })
    await model.settled()
    expect(getItems(model)[0]).toBe('Y')
    expect(getItems(model).indexOf('X')).toBe(getItems(model).indexOf('I30') + 1)
  })

  test('the page takes over when the worker crashes', async () => {
    let broken = 0
    const model = new GridModel({
      columns,
      work: {
        fromRows: 1,
        port: (_, onBroken) => ({
          send: () => {
            broken++
            setImmediate(onBroken)
          },
          close: () => undefined,
        }),
      },
    })
    model.setData(data)
    model.sort([{ column: 'QTY', direction: 'asc' }])
    await model.settled()
    expect(broken).toBeGreaterThan(0)
    expect(getItems(model)[0]).toBe('I49')
  })

  test('a large copy has the same text as a small one', async () => {
    const model = createLoaded()
    model.refuse(1, 'QTY', { code: 'number', text: 'abc' })
    model.setCurrent(0, 'ITEM')
    model.cursor.setRange({ row: 0, at: 0 }, { top: 0, bottom: 2, left: 0, right: 3 })
    const text = await (await model.copyText())?.text()
    expect(text).toBe('I0\t\t50\t\r\nI1\t\tabc\t\r\nI2\t\t48\t')
    // Excel reads codes as text and dates as dates from this form only.
    const html = await (await model.copyText('text/html'))?.text()
    expect(html).toBe(copyBlock(model)?.html)
    expect(html).toContain(`<td style="mso-number-format:'\\@'">I0</td>`)
  })
})

test('an integer column in the worker remains correct when its first fraction is typed', async () => {
  const model = createInBackground()
  model.setData(Array.from({ length: 50 }, (_, index) => ({ QTY: index + 1 })))
  model.footerValue('QTY')
  await model.settled()
  expect(model.footerValue('QTY')).toBe(1275)
  for (const value of [0.5, 0.25, 1e-7]) {
    model.setCell(0, 'QTY', value)
    model.footerValue('QTY')
    await model.settled()
    expect(model.footerValue('QTY')).toBe(1274 + value)
  }
  model.sort([{ column: 'QTY', direction: 'desc' }])
  await model.settled()
  expect([model.value(0, 'QTY'), model.value(49, 'QTY')]).toEqual([50, 1e-7])
})

test('integer sums are available immediately and follow inserts, deletions and edits', () => {
  const model = createInBackground()
  model.setData(
    Array.from({ length: 50 }, (_, index) => ({ ITEM: `I${index}`, QTY: index + 1, CBM: 0.1 })),
  )
  expect([model.footerValue('QTY'), model.footerValue('CBM')]).toEqual([1275, 0.1])
  model.deleteRows([49])
  expect(model.footerValue('QTY')).toBe(1225)
  model.insertRow(0, { QTY: 1000 })
  expect(model.footerValue('QTY')).toBe(2225)
  model.setCell(1, 'QTY', 2)
  expect(model.footerValue('QTY')).toBe(2226)
})

test('streaming many batches sends few notifications, and all rows arrive', async () => {
  const model = createInBackground()
  let notices = 0
  model.subscribe(() => notices++)
  await model.receive(async (take) => {
    for (let batch = 0; batch < 200; batch++) {
      const added = batch === 0 ? ['A'] : []
      take({ length: 10, columns: { ITEM: { codes: new Int32Array(10).fill(1), added } } })
      await Promise.resolve()
    }
  })
  expect(notices).toBeLessThan(20)
  expect([model.rowCount, model.value(1999, 'ITEM')]).toEqual([2000, 'A'])
})
