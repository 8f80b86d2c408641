import { expect, test } from 'vitest'
import { GridModel } from '#ui/grid/grid-model.ts'
import type { Arrangement, RowSource } from '#ui/grid/row-source.ts'

const ROWS = 10_000_000

/** A source that knows its rows by their places and writes down what it was asked. */
class Numbers implements RowSource {
  readonly asked: string[] = []

  count({ filters }: Arrangement): Promise<number> {
    this.asked.push('count')
    return Promise.resolve(filters.length > 0 ? 1000 : ROWS)
  }

  rows({ sort }: Arrangement, first: number, count: number) {
    this.asked.push(`rows ${first}`)
    const turned = sort[0]?.direction === 'desc'
    return Promise.resolve(
      Array.from({ length: count }, (_, at) => {
        return { ID: turned ? ROWS - first - at : first + at + 1, NAME: `N${first + at + 1}` }
      }),
    )
  }

  locate(_: Arrangement, { text, from }: { text: string; from: number }) {
    this.asked.push(`locate ${text} from ${from}`)
    return Promise.resolve(Number(text) > from ? Number(text) - 1 : null)
  }
}

async function windowed(): Promise<{ model: GridModel; source: Numbers }> {
  const columns = [
    { id: 'ID', title: 'ID', kind: 'number', width: 80, footer: 'SUM' },
    { id: 'NAME', title: 'Name', kind: 'text', width: 80, editable: true },
  ] as const
  const model = new GridModel({ columns })
  const source = new Numbers()
  await model.showSource(source, (error) => {
    throw error
  })
  return { model, source }
}

async function read(model: GridModel, row: number): Promise<unknown> {
  model.value(row, 'ID')
  await model.settled()
  return model.value(row, 'ID')
}

test('a row is fetched when it is looked at, wherever it stands, and only then', async () => {
  const { model, source } = await windowed()
  expect([model.rowCount, model.value(9_999_999, 'ID')]).toEqual([ROWS, null])
  for (const row of [10, 1_190_000, 1_390_000, 9_999_999]) {
    expect(await read(model, row)).toBe(row + 1)
  }
  expect(source.asked.length).toBe(5)
  expect(await read(model, 11)).toBe(12)
  expect(source.asked.length).toBe(5)
})

test('flying over many rows asks for the last ones only', async () => {
  const { model, source } = await windowed()
  for (let row = 0; row < ROWS; row += 10_000) model.value(row, 'ID')
  await model.settled()
  expect(source.asked.length).toBeLessThan(8)
  expect(await read(model, 9_990_000)).toBe(9_990_001)
})

test('another order or filter is counted and fetched anew', async () => {
  const { model } = await windowed()
  expect(await read(model, 0)).toBe(1)
  model.sort([{ column: 'ID', direction: 'desc' }])
  await model.settled()
  expect(await read(model, 0)).toBe(ROWS)
  model.filter([{ column: 'NAME', operator: 'Like', values: ['N'] }])
  await model.settled()
  expect(model.rowCount).toBe(1000)
})

test('a value is found by the source, from the current row on and round', async () => {
  const { model, source } = await windowed()
  model.setCurrent(600, 'ID')
  expect(await model.find('5000')).toEqual({ row: 4999, column: 'ID' })
  expect(await model.find('7')).toEqual({ row: 6, column: 'ID' })
  expect(source.asked).toContain('locate 7 from 0')
})

test('nothing is edited, added, deleted or summed where rows are not held', async () => {
  const { model } = await windowed()
  await read(model, 0)
  const [, name] = model.drawn
  expect(name && model.isEditable(0, name)).toBe(false)
  model.insertRow(0)
  model.deleteRows([0, 1])
  model.checkAll(true)
  expect([model.rowCount, model.hasChanges, model.footerValue('ID')]).toEqual([ROWS, false, null])
})

test('a block that is not held is fetched before it is copied', async () => {
  const { model } = await windowed()
  model.setCurrent(1_390_000, 'ID')
  model.cursor.goTo({ row: 1_390_002, at: 1 }, model.bounds, true)
  const copied = await (await model.copyText())?.text()
  expect(copied).toBe('1390001\tN1390001\r\n1390002\tN1390002\r\n1390003\tN1390003')
})

test('what the source refuses is told, and the rows shown stay', async () => {
  const told: unknown[] = []
  const model = new GridModel({ columns: [{ id: 'ID', title: 'ID', kind: 'number', width: 80 }] })
  const source = new Numbers()
  await model.showSource(source, (error) => told.push(error))
  const refusal = new Error('not now')
  source.locate = () => Promise.reject(refusal)
  source.count = () => Promise.reject(refusal)
  model.setCurrent(3, 'ID')
  expect(await model.find('5')).toBe(null)
  model.sort([{ column: 'ID', direction: 'desc' }])
  await model.settled()
  expect([told, model.rowCount]).toEqual([[refusal, refusal], ROWS])
  model.setData([{ ID: 1 }])
  expect([model.rowCount, model.windows]).toEqual([1, null])
})
