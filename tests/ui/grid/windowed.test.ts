import { expect, test } from 'vitest'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import type { Arrangement, RowSource } from '#ui/grid/rows/row-source.ts'

const ROWS = 10_000_000

/** Row source that generates rows by index and records requests. */
class Numbers implements RowSource {
  readonly asked: string[] = []
  /** Names changed in the source. */
  readonly names = new Map<number, string>()
  sum = 0
  all = ROWS

  count({ filters }: Arrangement): Promise<number> {
    this.asked.push('count')
    return Promise.resolve(filters.length > 0 ? 1000 : this.all)
  }

  rows({ sort }: Arrangement, first: number, count: number) {
    this.asked.push(`rows ${first}`)
    const isTurned = sort[0]?.direction === 'desc'
    return Promise.resolve(
      Array.from({ length: Math.min(count, ROWS - first) }, (_, index) => {
        const id = isTurned ? ROWS - first - index : first + index + 1
        return { ID: id, NAME: this.names.get(id) ?? `N${id}` }
      }),
    )
  }

  footers({ filters }: Arrangement, requests: readonly unknown[]) {
    this.asked.push('footers')
    return Promise.resolve(requests.map(() => (filters.length > 0 ? 1000 : this.sum)))
  }

  locate(_: Arrangement, { text, from }: { text: string; from: number }) {
    this.asked.push(`locate ${text} from ${from}`)
    return Promise.resolve(Number(text) > from ? Number(text) - 1 : null)
  }
}

async function createWindowed(
  key = ['ID'],
  all = ROWS,
): Promise<{ model: GridModel; source: Numbers }> {
  const columns = [
    { id: 'ID', title: 'ID', kind: 'number', width: 80, footer: 'SUM' },
    { id: 'NAME', title: 'Name', kind: 'text', width: 80, editable: true },
  ] as const
  const model = new GridModel({ columns, key })
  const source = new Numbers()
  source.all = all
  source.sum = all
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

test('a row is fetched only when it is read, regardless of its position', async () => {
  const { model, source } = await createWindowed()
  expect([model.rowCount, model.value(9_999_999, 'ID')]).toEqual([ROWS, null])
  for (const row of [10, 1_190_000, 1_390_000, 9_999_999]) {
    expect(await read(model, row)).toBe(row + 1)
  }
  expect(source.asked.length).toBe(5)
  expect(await read(model, 11)).toBe(12)
  expect(source.asked.length).toBe(5)
})

test('scrolling past many rows fetches only the last rows', async () => {
  const { model, source } = await createWindowed()
  for (let row = 0; row < ROWS; row += 10_000) model.value(row, 'ID')
  await model.settled()
  expect(source.asked.length).toBeLessThan(8)
  expect(await read(model, 9_990_000)).toBe(9_990_001)
})

test('sorting or filtering recounts and refetches the rows', async () => {
  const { model } = await createWindowed()
  expect(await read(model, 0)).toBe(1)
  model.sort([{ column: 'ID', direction: 'desc' }])
  await model.settled()
  expect(await read(model, 0)).toBe(ROWS)
  model.filter([{ column: 'NAME', operator: 'Like', values: ['N'] }])
  await model.settled()
  expect(model.rowCount).toBe(1000)
})

test('the source finds a value after the current row and wraps around', async () => {
  const { model, source } = await createWindowed()
  model.setCurrent(600, 'ID')
  expect(await model.find('5000')).toEqual({ row: 4999, column: 'ID' })
  expect(await model.find('7')).toEqual({ row: 6, column: 'ID' })
  expect(source.asked).toContain('locate 7 from 0')
})

test('a source without a key allows no additions, edits or deletions', async () => {
  const { model } = await createWindowed([])
  await read(model, 0)
  const [, name] = model.drawn
  expect(name && model.isEditable(0, name)).toBe(false)
  model.setCell(0, 'NAME', 'lost')
  model.insertRow(0)
  model.deleteRows([0, 1])
  model.checkAll(true)
  expect([model.rowCount, model.hasChanges, model.value(0, 'NAME')]).toEqual([ROWS, false, 'N1'])
})

test('edits, checks and deletions stay with their rows after sorting', async () => {
  const { model } = await createWindowed()
  await read(model, 0)
  const [, name] = model.drawn
  expect(name && [model.isEditable(0, name), model.isEditable(5_000_000, name)]).toEqual([
    true,
    false,
  ])
  model.setCell(0, 'NAME', 'First')
  model.setCell(0, 'NAME', 'again')
  model.setChecked([1], true)
  model.deleteRows([2])
  model.sort([{ column: 'ID', direction: 'desc' }])
  await model.settled()
  expect(await read(model, 0)).toBe(ROWS)
  expect([model.flag(0), model.isChecked(1)]).toEqual([undefined, false])
  await read(model, ROWS - 1)
  const last = [ROWS - 1, ROWS - 2, ROWS - 3]
  expect(
    last.map((row) => [model.value(row, 'ID'), model.flag(row), model.isChecked(row)]),
  ).toEqual([
    [1, 'U', false],
    [2, undefined, true],
    [3, 'D', false],
  ])
  expect(model.value(ROWS - 1, 'NAME')).toBe('again')
  expect(model.changes().map(({ flag, row }) => [flag, row['ID'], row['NAME']])).toEqual([
    ['U', 1, 'again'],
    ['D', 3, 'N3'],
  ])
  expect(model.checked().map((row) => row['ID'])).toEqual([2])
  model.undo()
  model.undo()
  expect(model.changes().map(({ row }) => row['NAME'])).toEqual(['First'])
})

test('a copy includes edits, and a row error stays with its row', async () => {
  const { model } = await createWindowed()
  await read(model, 0)
  model.setCell(1, 'NAME', 'Second')
  model.setRowErrors([
    { id: model.changes()[0]?.index ?? -1, message: 'no such item', columns: ['NAME'] },
  ])
  model.setCurrent(0, 'ID')
  model.cursor.goTo({ row: 1, at: 1 }, model.bounds, true)
  expect(await (await model.copyText())?.text()).toBe('1\tN1\r\n2\tSecond')
  const html = await (await model.copyText('text/html'))?.text()
  expect(html).toContain(`<td>2</td><td style="mso-number-format:'\\@'">Second</td>`)
  model.filter([{ column: 'NAME', operator: 'Like', values: ['N'] }])
  await model.settled()
  await read(model, 0)
  expect([model.rowError(0), model.rowError(1)]).toEqual([undefined, 'no such item'])
})

test('saved rows and their sums are fetched again', async () => {
  const { model, source } = await createWindowed(['ID'], 5_000_000)
  await read(model, 0)
  model.setCell(0, 'NAME', 'saved')
  source.names.set(1, 'server')
  model.footerValue('ID')
  await model.settled()
  source.sum = 7
  model.acceptChanges()
  await model.settled()
  await read(model, 0)
  model.footerValue('ID')
  await model.settled()
  expect(model.footerValue('ID')).toBe(7)
  model.undo()
  expect([model.value(0, 'NAME'), model.hasChanges]).toEqual(['server', false])
})

test('footers are fetched from the source once, and again after a filter', async () => {
  const { model, source } = await createWindowed(['ID'], 5_000_000)
  const sum = async () => {
    model.footerValue('ID')
    await model.settled()
    return model.footerValue('ID')
  }
  expect([await sum(), await sum()]).toEqual([5_000_000, 5_000_000])
  model.sort([{ column: 'ID', direction: 'desc' }])
  await model.settled()
  expect(await sum()).toBe(5_000_000)
  expect(source.asked.filter((request) => request === 'footers')).toHaveLength(1)
  model.filter([{ column: 'NAME', operator: 'Not In', values: ['N1'] }])
  await model.settled()
  expect(await sum()).toBe(1000)
  const { model: large, source: asked } = await createWindowed()
  large.footerValue('ID')
  await large.settled()
  expect([large.footerValue('ID'), asked.asked.includes('footers')]).toEqual([null, false])
})

test('a copy first fetches the rows that are not loaded', async () => {
  const { model } = await createWindowed()
  model.setCurrent(1_390_000, 'ID')
  model.cursor.goTo({ row: 1_390_002, at: 1 }, model.bounds, true)
  const copied = await (await model.copyText())?.text()
  expect(copied).toBe('1390001\tN1390001\r\n1390002\tN1390002\r\n1390003\tN1390003')
})

test('a source error is reported and the rows shown remain', async () => {
  const reported: unknown[] = []
  const model = new GridModel({ columns: [{ id: 'ID', title: 'ID', kind: 'number', width: 80 }] })
  const source = new Numbers()
  await model.showSource(source, (error) => reported.push(error))
  const refusal = new Error('not now')
  source.locate = () => Promise.reject(refusal)
  source.count = () => Promise.reject(refusal)
  model.setCurrent(3, 'ID')
  expect(await model.find('5')).toBe(null)
  model.sort([{ column: 'ID', direction: 'desc' }])
  await model.settled()
  expect([reported, model.rowCount]).toEqual([[refusal, refusal], ROWS])
  model.setData([{ ID: 1 }])
  expect([model.rowCount, model.windows]).toEqual([1, null])
})
